"""The entrance: sign in, sign out, use a one-time link, change the password."""

from textveil.errors import TextveilError, UsageError
from textveil.values.keys.password import Password
from textveil.web.asking import Answer, PageRequest, redirect
from textveil.web.people.accounts import Accounts, name_of
from textveil.web.people.sessions import Sessions
from textveil.web.rendering import page
from textveil.web.words import words

__all__ = ["account", "change_password", "link", "login", "logout", "sign_in", "use_link"]


def login(asked: PageRequest) -> Answer:
    """Show the form to sign in."""
    if asked.session:
        return redirect("/")
    return page(asked, "login", problem=None, name="")


def sign_in(asked: PageRequest) -> Answer:
    """Sign in; every attempt is in the audit log, and many are refused for a while."""
    name, place = asked.form["name"].strip(), asked.place
    if not place.limit.begin(name, asked.address):
        place.note("", "sign-in refused: too many attempts")
        error = UsageError(words().error_limit, hint=words().hint_limit)
        return page(asked, "login", 429, problem=error, name=name)
    accounts = Accounts(place.server())
    if not accounts.fits(name, asked.form["password"]):
        # What is no account may be a password in the wrong field.
        place.note(name if accounts.knows(name) else "", "sign-in failed")
        error = UsageError(words().error_login, where="password")
        return page(asked, "login", 401, problem=error, name=name)
    place.limit.forgive(name, asked.address)
    place.note(name, "signed in")
    return redirect("/", Sessions(place.server()).begin(name))


def logout(asked: PageRequest) -> Answer:
    """End the session."""
    if asked.session:
        Sessions(asked.place.server()).end(asked.token)
    return redirect("/login", "")


def link(asked: PageRequest) -> Answer:
    """Show the form of a one-time link; one that was used shows what to do."""
    told = Accounts(asked.place.server()).link(asked.path["token"])
    if told is None:
        error = UsageError(words().error_link, hint=words().hint_link)
        return page(asked, "problem", 404, problem=error)
    return page(asked, "link", problem=None, user=told.user, name=told.user)


def use_link(asked: PageRequest) -> Answer:
    """Make an account by a link, and sign in."""
    form, place = asked.form, asked.place
    accounts = Accounts(place.server())
    told = accounts.link(asked.path["token"])
    user = told.user if told and told.user else form["name"]
    try:
        user = name_of(user)
        password = _password(form["password"], form["again"])
        user = accounts.enter_by_link(asked.path["token"], user, password)
    except TextveilError as error:
        fixed = told.user if told else ""
        return page(asked, "link", 400, problem=error, user=fixed, name=user)
    place.note(user, "entered by a link")
    return redirect("/", Sessions(place.server()).begin(user))


def account(asked: PageRequest) -> Answer:
    """Show the account of the user."""
    return page(asked, "account", problem=None, changed=False)


def change_password(asked: PageRequest) -> Answer:
    """Change the password; all sessions of the account end, and this browser gets a new one."""
    form, place = asked.form, asked.place
    accounts = Accounts(place.server())
    try:
        if not place.limit.begin(asked.user, asked.address):
            raise UsageError(words().error_limit, hint=words().hint_limit)
        if not accounts.fits(asked.user, form["old"]):
            raise UsageError(words().error_login, where="old")
        place.limit.forgive(asked.user, asked.address)
        accounts.change(asked.user, _password(form["password"], form["again"]))
    except TextveilError as error:
        return page(asked, "account", 400, problem=error, changed=False)
    return redirect("/account", Sessions(place.server()).begin(asked.user))


def _password(first: str, second: str) -> Password:
    if first != second:
        raise UsageError(words().error_again, where="again")
    try:
        return Password(first)
    except ValueError as error:
        what = error.what if isinstance(error, TextveilError) else words().error_login
        raise UsageError(what, where="password", hint=words().hint_password) from None
