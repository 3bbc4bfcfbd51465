import { describeRoutes, describeRunners, describeSenders } from '../testing/work-walk/walk-suites.js';
import { DEAREST_INPUTS, weakestOf } from '../testing/work-walk/work-walk.js';

describeRoutes(DEAREST_INPUTS, (route) => ['admin', ...weakestOf(route)]);
describeRunners(DEAREST_INPUTS);
describeSenders(DEAREST_INPUTS);
