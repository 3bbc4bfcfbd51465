import { Alert } from 'antd';
import { demoRefusal, useIsDemo } from './demo-gate.js';

/** In a dialog whose deed a demo refuses: why its button is off. */
export function DemoNote() {
  return useIsDemo() && <Alert className="sy-dialog-alert" type="info" showIcon title={demoRefusal()} />;
}
