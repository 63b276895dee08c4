"""Mail, chats and feeds: messages with senders and times.

Whom they are about is decided elsewhere.
"""
