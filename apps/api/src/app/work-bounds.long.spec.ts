import { ACTORS } from '../testing/permission-matrix/verdicts.js';
import { describeRoutes, describeRunners, describeSenders } from '../testing/work-walk/walk-suites.js';
import { ALL_INPUTS } from '../testing/work-walk/work-walk.js';

describeRoutes(ALL_INPUTS, () => ACTORS);
describeRunners(ALL_INPUTS);
describeSenders(ALL_INPUTS);
