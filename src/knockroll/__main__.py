"""``python -m knockroll`` is the command ``knockroll``."""

import sys

from knockroll.cli import main

sys.exit(main())
