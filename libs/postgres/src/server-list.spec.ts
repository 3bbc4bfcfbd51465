import { describe, expect, it } from '@jest/globals';
import { serverList } from './server-list.js';

describe(serverList.name, () => {
  it.each([
    'postgres://user:secret@db:5432/switchyard?sslmode=require',
    'postgres://user:pass%2Cword@db/switchyard',
    'postgres://user:secret@%2Frun%2Fpostgresql:5432/switchyard',
  ])('should leave %s as it is', (url) => {
    expect(serverList(url)).toEqual({ url, servers: [] });
  });

  it('should name the servers in order, with the default port, and the address of the first without the parameter of libpq', () => {
    const url = 'postgres://user:secret@db1:6432,[fd00::2],10.0.0.3:5433/switchyard';
    const servers = [
      { host: 'db1', port: 6432 },
      { host: 'fd00::2', port: 5432 },
      { host: '10.0.0.3', port: 5433 },
    ];
    const first = 'postgres://user:secret@db1:6432/switchyard';
    expect(serverList(url)).toEqual({ url: first, servers });
    expect(serverList(`${url}?target_session_attrs=read-write`)).toEqual({ url: first, servers });
    expect(serverList(`${url}?sslmode=require&target_session_attrs=primary&application_name=x`)).toEqual({
      url: `${first}?sslmode=require&application_name=x`,
      servers,
    });
  });
});
