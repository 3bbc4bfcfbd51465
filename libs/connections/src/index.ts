export { connectionAgent } from './connection-agent.js';
