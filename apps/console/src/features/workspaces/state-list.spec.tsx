/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { RealtimeEvent, TerraformLock } from '@switchyard/contracts';
import { screen } from '@testing-library/react';
import { subscriptions } from '../../api/socket.js';
import { documentStage } from '../../components/testing/dialog-of.js';
import { rowOf } from '../../components/testing/row-of.js';
import { StateList } from './state-list.js';

const stage = documentStage();
const lockOf = (who: string | null) =>
  stage.server.answer('GET project/1/inventory/7/terraform/lock', {
    lock: who === null ? null : rowOf(TerraformLock, { who, task_id: null, lost: null }),
  });

describe('the states of a workspace', () => {
  it('should show a lock that somebody took elsewhere, and its end, without a reload', async () => {
    lockOf(null);
    subscriptions.project(1, () => undefined);
    stage.draw(<StateList workspace={{ projectId: 1, inventoryId: 7 }} />);
    await stage.settle();
    expect(screen.queryByText(/ann@laptop/)).toBeNull();
    lockOf('ann@laptop');
    stage.report(RealtimeEvent.workspace, { project_id: 1, inventory_id: 7 });
    await screen.findByText(/ann@laptop/);
    lockOf(null);
    stage.report(RealtimeEvent.workspace, { project_id: 1, inventory_id: 7 });
    await stage.settle();
    expect(screen.queryByText(/ann@laptop/)).toBeNull();
  });
});
