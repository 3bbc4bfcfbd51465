/** A browser that logs in at the provider and consents. Answers the address at which the provider lets go of it. */
export async function logInAtProvider(start: string, login: string): Promise<URL> {
  const issuer = new URL(start).origin;
  const cookies = new Map<string, string>();
  let address = new URL(start);
  let form: URLSearchParams | null = null;
  while (address.origin === issuer) {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    form = location === null ? answerTo(page, login) : null;
    address = new URL(location ?? address, address);
  }
  return address;
}

/** Form that the person submits on the page of the provider. */
function answerTo(page: string, login: string): URLSearchParams {
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
  if (prompt === undefined) {
    throw new Error(`The provider shows no form: ${page.slice(0, 500)}`);
  }
  return new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'anything' }) });
}
