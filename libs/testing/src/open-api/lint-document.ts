/** Rules that do not hold for documents of ours, each for a reason. */
const OFF = {
  // Tags are the names of controllers.
  'tag-description': 'off',
  // Numbers and words stand at the same place of a path, and the linter knows no types.
  'no-ambiguous-paths': 'off',
  // Proprietary: there is no page of the licence.
  'info-license-strict': 'off',
  // Redirects of a sign-in have no 2xx.
  'operation-2xx-response': 'off',
} as const;

/** Returns the findings of Redocly's recommended rules in an OpenAPI document, one line a fault. */
export async function lintDocument(document: object): Promise<string[]> {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({ extends: ['recommended'], rules: OFF });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} (${place?.pointer ?? ''})`);
}
