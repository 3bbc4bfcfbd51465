import { describeRoutes, describeSenders } from '../testing/work-walk/walk-suites.js';
import { DEAREST_INPUTS } from '../testing/work-walk/work-walk.js';

describeRoutes(DEAREST_INPUTS);
describeSenders(DEAREST_INPUTS);
