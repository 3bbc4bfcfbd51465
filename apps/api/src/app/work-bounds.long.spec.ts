import { describeRoutes, describeSenders } from '../testing/work-walk/walk-suites.js';
import { ALL_INPUTS } from '../testing/work-walk/work-walk.js';

describeRoutes(ALL_INPUTS);
describeSenders(ALL_INPUTS);
