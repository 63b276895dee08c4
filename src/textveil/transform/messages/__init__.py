"""Messages: what can stand for a private passage in its sentence.

Which of them a friend gets is decided in `pipeline`.
"""
