"""Sentences about an invented visit in many languages, by code, for tests of recognition."""

SENTENCES = {
    "en": "The patient was seen in the clinic on Monday and told us that she had been well "
    "until the week before. She has no pain, but she does not sleep well and would "
    "like to know what can be done about it. We will see her again in two weeks, or "
    "before that if she is not better.",
    "es": "La paciente fue vista en la consulta el lunes y nos dijo que había estado bien "
    "hasta la semana anterior. No tiene dolor, pero no duerme bien y le gustaría saber "
    "qué se puede hacer. La veremos otra vez en dos semanas, o antes si no está mejor.",
    "fr": "La patiente a été vue à la consultation lundi et nous a dit qu'elle allait bien "
    "jusqu'à la semaine dernière. Elle n'a pas de douleurs, mais elle ne dort pas bien "
    "et voudrait savoir ce que l'on peut faire. Nous la reverrons dans deux semaines, "
    "ou avant si cela ne va pas.",
    "de": "Die Patientin wurde am Montag in der Ambulanz gesehen und sagte uns, dass es ihr "
    "bis zur letzten Woche gut gegangen ist. Sie hat keine Schmerzen, aber sie schläft "
    "nicht gut und möchte wissen, was man dagegen tun kann. Wir sehen sie in zwei "
    "Wochen wieder, oder früher, wenn es nicht besser wird.",
    "pt": "A paciente foi vista na consulta na segunda-feira e disse-nos que tinha estado "
    "bem até à semana anterior. Não tem dores, mas não dorme bem e gostaria de saber o "
    "que se pode fazer. Vamos vê-la outra vez dentro de duas semanas, ou antes se ela "
    "não estiver melhor.",
    "it": "La paziente è stata vista in ambulatorio lunedì e ci ha detto che era stata bene "
    "fino alla settimana prima. Non ha dolori, ma non dorme bene e vorrebbe sapere che "
    "cosa si può fare. La vedremo di nuovo tra due settimane, o prima se non sta "
    "meglio.",
    "nl": "De patiënte is maandag op de polikliniek gezien en vertelde ons dat het tot "
    "vorige week goed met haar ging. Zij heeft geen pijn, maar zij slaapt niet goed en "
    "wil graag weten wat er aan gedaan kan worden. Wij zien haar over twee weken weer, "
    "of eerder als het niet beter gaat.",
    "ca": "La pacient va ser vista a la consulta dilluns i ens va dir que havia estat bé "
    "fins a la setmana anterior. No té dolor, però no dorm bé i li agradaria saber què "
    "s'hi pot fer. La tornarem a veure d'aquí a dues setmanes, o abans si no es troba "
    "millor.",
    "pl": "Pacjentka była u nas w poniedziałek i powiedziała, że do zeszłego tygodnia czuła "
    "się dobrze. Nie ma bólu, ale nie śpi dobrze i chciałaby wiedzieć, co można z tym "
    "zrobić. Zobaczymy ją znowu za dwa tygodnie albo przed tym, jeżeli nie będzie "
    "lepiej.",
    "sv": "Patienten var på mottagningen i måndags och berättade att hon hade mått bra till "
    "veckan innan. Hon har ingen smärta, men hon sover inte bra och vill veta vad man "
    "kan göra åt det. Vi ser henne igen om två veckor, eller tidigare om det inte blir "
    "bättre.",
    "ro": "Pacienta a fost văzută luni la consultație și ne-a spus că s-a simțit bine până "
    "în săptămâna trecută. Nu are dureri, dar nu doarme bine și ar vrea să știe ce se "
    "poate face. O vom vedea din nou peste două săptămâni, sau mai devreme dacă nu îi "
    "este mai bine.",
    "tr": "Hasta pazartesi günü klinikte görüldü ve bir hafta öncesine kadar iyi olduğunu "
    "söyledi. Ağrısı yok ama iyi uyuyamıyor ve bunun için ne yapılabileceğini bilmek "
    "istiyor. Daha iyi olmazsa onu iki hafta sonra veya daha önce yeniden göreceğiz, "
    "çünkü bu her şey için gerekli.",
    "ru": "Пациентка была на приёме в понедельник и сказала, что до прошлой недели она "
    "чувствовала себя хорошо. У неё нет боли, но она плохо спит и хотела бы знать, что "
    "с этим можно сделать. Мы увидим её снова через две недели или раньше, если ей не "
    "будет лучше.",
    "uk": "Пацієнтка була на прийомі в понеділок і сказала, що до минулого тижня вона "
    "почувалася добре. У неї немає болю, але вона погано спить і хотіла б знати, що з "
    "цим можна зробити. Ми побачимо її знову через два тижні або раніше, якщо їй не "
    "буде краще.",
    "ar": "حضرت المريضة إلى العيادة يوم الاثنين وقالت لنا إنها كانت بخير حتى الأسبوع الماضي. "
    "ليس لديها ألم، لكنها لا تنام جيدا وتريد أن تعرف ما الذي يمكن فعله من أجل ذلك. سوف "
    "نراها مرة أخرى بعد أسبوعين، أو قبل ذلك إذا لم تتحسن.",
    "zh": "患者星期一来到门诊，告诉我们她直到上周一直都很好。她没有疼痛，但是睡得不好，想知道"
    "可以做些什么。如果没有好转，我们会在两周后或者更早再次见到她。",
    "ja": "患者は月曜日に外来を受診し、先週までは元気だったと話しました。痛みはありませんが、"
    "よく眠れず、何ができるかを知りたいと言っています。よくならなければ、二週間後かその"
    "前にもう一度診ます。",
    "ko": "환자는 월요일에 진료를 받았으며 지난주까지는 잘 지냈다고 말했습니다. 통증은 "
    "없지만 잠을 잘 자지 못하고 무엇을 할 수 있는지 알고 싶어 합니다. 나아지지 않으면 "
    "두 주 뒤에 다시 봅니다.",
    "el": "Η ασθενής εξετάστηκε τη Δευτέρα και μας είπε ότι ήταν καλά μέχρι την προηγούμενη "
    "εβδομάδα. Δεν έχει πόνο, αλλά δεν κοιμάται καλά και θα ήθελε να μάθει τι μπορεί "
    "να γίνει.",
    "hi": "मरीज़ सोमवार को क्लिनिक में आई और उसने हमें बताया कि वह पिछले हफ्ते तक ठीक थी। "
    "उसे दर्द नहीं है, लेकिन वह अच्छी तरह सो नहीं पाती और जानना चाहती है कि इसके लिए "
    "क्या किया जा सकता है।",
}
