import { type View, ViewInput } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, refusedIssues } from '../../api/api-error.js';
import { useReadStored } from '../../api/stored-api.js';
import {
  useDeleteViewMutation,
  useListViewsQuery,
  useOrderViewsMutation,
  useSaveViewMutation,
} from '../../api/views-api.js';
import { formIssues } from '../../lib/form-issues.js';
import { issueText } from '../../lib/issue-text.js';
import { type Drafts, lastPosition, nextTemporaryId, positionsAfterMove, viewRows, type ViewRow } from './view-rows.js';

interface ViewEditor {
  /** `undefined` while loading. */
  rows: ViewRow[] | undefined;
  error: unknown;
  refetch: () => void;
  /** Faults of lines, by the id of their view. */
  faults: ReadonlyMap<number, string>;
  /** Why something else was refused. */
  failure: string | null;
  add: () => void;
  type: (id: number, title: string) => void;
  /** Makes a line inactive whose title is as it was. */
  leave: (row: ViewRow) => void;
  save: (row: ViewRow) => Promise<void>;
  /** The line as the server has it. */
  reset: (row: ViewRow) => Promise<void>;
  /** @throws what the server answers */
  remove: (id: number) => Promise<void>;
  move: (from: number, to: number) => Promise<void>;
}

const without = <Value>(map: ReadonlyMap<number, Value>, id: number): Map<number, Value> =>
  new Map([...map].filter(([key]) => key !== id));

const titleFault = (body: object): string | undefined => formIssues(ViewInput, body).map(issueText)[0];

const refusalText = (error: unknown): string => refusedIssues(error).map(issueText)[0] ?? errorMessage(error);

/** State of the dialog beside the views: titles that are being typed, and faults. */
function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const setFault = (id: number, fault: string | undefined): void =>
    setFaults((all) => (fault === undefined ? without(all, id) : new Map(all).set(id, fault)));
  return {
    drafts,
    faults,
    failure,
    setFault,
    setFailure,
    type: (id: number, title: string): void => setDrafts((all) => new Map(all).set(id, title)),
    drop: (id: number): void => {
      setDrafts((all) => without(all, id));
      setFault(id, undefined);
    },
  };
}

/** Stores a line. @returns its fault, such as that somebody else has changed the title that is on screen */
function useStoreView(projectId: number, known: readonly View[], refetch: () => Promise<unknown>) {
  const { t } = useTranslation();
  const [saveView] = useSaveViewMutation();
  const readView = useReadStored<View>();

  const replace = async (id: number, stored: string, title: string): Promise<string | undefined> => {
    const { row, tag } = await readView(`project/${projectId}/views/${id}`);
    if (row.title !== stored) {
      await refetch();
      return t('views.renamed', { title: row.title });
    }
    await saveView({ projectId, id, tag, body: ViewInput.parse({ title, position: row.position }) }).unwrap();
    return undefined;
  };

  return async ({ id, stored, draft }: ViewRow): Promise<string | undefined> => {
    const body = { title: draft ?? '', position: lastPosition(known) };
    const fault = titleFault(body);
    if (fault !== undefined || id > 0) {
      return fault ?? replace(id, stored, body.title);
    }
    await saveView({ projectId, body: ViewInput.parse(body) }).unwrap();
    return undefined;
  };
}

/** The views of a project and what is being changed in them. */
export function useViewEditor(projectId: number): ViewEditor {
  const { data: views, error, refetch } = useListViewsQuery(projectId, { refetchOnMountOrArgChange: true });
  const { drafts, type, drop, faults, setFault, failure, setFailure } = useDrafts();
  const [deleteView] = useDeleteViewMutation();
  const [orderViews] = useOrderViewsMutation();
  const store = useStoreView(projectId, views ?? [], refetch);
  const known: readonly View[] = views ?? [];

  const save = async (row: ViewRow): Promise<void> => {
    setFault(row.id, undefined);
    const fault = await store(row).catch(refusalText);
    setFault(row.id, fault);
    if (fault === undefined) {
      drop(row.id);
    }
  };

  const reset = async ({ id }: ViewRow): Promise<void> => {
    if (id > 0) {
      await refetch();
    }
    drop(id);
  };

  const move = async (from: number, to: number): Promise<void> => {
    const positions = positionsAfterMove(known, from, to);
    setFailure(null);
    if (Object.keys(positions).length > 0) {
      await orderViews({ projectId, positions })
        .unwrap()
        .catch((refused: unknown) => setFailure(errorMessage(refused)));
    }
  };

  return {
    rows: views && viewRows(views, drafts),
    error,
    refetch: () => void refetch(),
    faults,
    failure,
    add: () => type(nextTemporaryId(drafts), ''),
    type,
    leave: ({ id, stored, draft }) => (id > 0 && draft === stored ? drop(id) : undefined),
    save,
    reset,
    remove: async (id) => {
      await deleteView({ projectId, id }).unwrap();
      drop(id);
    },
    move,
  };
}
