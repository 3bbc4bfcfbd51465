import { useState } from 'react';
import { readSetting, writeSetting } from '../../../lib/local-setting.js';
import { useIsSmall } from '../../../lib/use-media-query.js';
import { EditedNode } from '../edited-node.js';
import { NodeList } from '../node-list.js';
import type { NodeValues } from '../workflow-values.js';
import { GraphEditor } from './graph-editor.js';
import { type NodeView, ViewSwitch } from './node-views.js';

interface NodeFieldProps {
  value?: NodeValues[];
  onChange?: (value: NodeValues[]) => void;
}

const SETTING = 'workflow-view';
const unheard = (): void => undefined;

/** The nodes on the canvas, with the dialog of one of them. */
function NodeGraph({ value = [], onChange = unheard }: NodeFieldProps) {
  const [editing, setEditing] = useState<number | null>(null);
  return (
    <div data-field="nodes" className="wf-editor">
      {value.length > 0 && <GraphEditor value={value} onChange={onChange} onEdit={setEditing} />}
      <EditedNode nodes={value} onChange={onChange} at={editing} onOpen={setEditing} />
    </div>
  );
}

/** The nodes of a workflow in the form: as a graph where there is room for one, or as a list, which can do the same. */
export function NodeField(field: NodeFieldProps) {
  const isSmall = useIsSmall();
  // Another width later changes nothing: a dialog may be open in the view.
  const [view, setView] = useState<NodeView>(() => (isSmall || readSetting(SETTING) === 'list' ? 'list' : 'graph'));
  const choose = (next: NodeView): void => {
    setView(next);
    writeSetting(SETTING, next);
  };
  return (
    <>
      {field.value !== undefined && field.value.length > 0 && <ViewSwitch view={view} onView={choose} />}
      {view === 'list' ? <NodeList {...field} /> : <NodeGraph {...field} />}
    </>
  );
}
