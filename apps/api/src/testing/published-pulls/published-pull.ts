/** A delivery of a pull request with all members that the public document of its forge shows, and what is to be read of it. */
export interface PublishedPull {
  source: string;
  event: string;
  document: object;
  pull: { number: number; title: string; url: string; fork: boolean; author: { name: string; known_by: string[] } };
  /** Where its head is fetched in the repository of its target; null = the forge offers no place. */
  branch: string | null;
  target: string;
  commit: string;
  hasNewHead: boolean;
  closed: boolean;
  merged: null;
  changed: Date;
  shown: { hash: string; message: string; author: string; url: string } | null;
}

export const [HEAD, BASE] = ['53d54ac915144006c2c9e90d2c7d3880920db49c', 'a511f535b1ea495ee0c903badb68fbc83772c882'];
