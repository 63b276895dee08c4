"""Ask the game of paper 4 whether publishing pays, before anything is published."""

import textveil

for decision in textveil.plan("generated", case="mid-low"):
    print(decision.policy, "publish" if decision.outcome.shares else "withhold")

# prints:
# traditional publish
# safe-forward withhold
# attack-forward publish
# attack-back publish
