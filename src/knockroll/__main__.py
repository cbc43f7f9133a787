"""``python -m knockroll`` is the command ``knockroll``."""

import sys

from knockroll.commands import main

sys.exit(main())
