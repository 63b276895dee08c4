"""What all tests share."""

from hypothesis import HealthCheck, settings

# No test depends on the clock: neither an example nor the drawing of examples has a time limit.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")
