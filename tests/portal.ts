import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { FolderStore } from '#core/platform/files/server/index.ts'
import type { Method } from '#kernel/model/call.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { readConfig } from '#kernel/server/config.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import type { Services } from '#kernel/server/serve.ts'
import type { Persona } from '#tests/fixture.ts'
import { setTestHouseholdKey } from '#tests/householdKey.ts'

/** A portal for one test file: its own database and the real server, which takes requests by injection. */
export type Portal = {
  app: FastifyInstance
  pool: pg.Pool
  /**
   * A connection as the owner of the database, which bypasses row-level security, for inserting and checking
   * rows directly.
   */
  owner: pg.Client
  services: Services
  /** The folder in which documents are stored. */
  filesFolder: string
  connectionString: string
  /** Sets the portal's clock. Null returns it to the real time. */
  setNow: (now: Date | null) => void
  /** The access token of a person. Each call returns the same one. */
  tokenOf: (persona: string) => Promise<string>
  ask: (persona: Persona | string, method: Method, url: string, body?: unknown) => Promise<Reply>
  upload: (
    persona: string,
    url: string,
    fields: Record<string, string>,
    files: { name: string; content: Buffer }[],
    /** The form field of the files, `files[]` by default. */
    part?: string,
  ) => Promise<Reply>
  close: () => Promise<void>
}

export type Reply = { status: number; body: unknown; headers: LightMyRequestResponse['headers'] }

/** Clones a template database, by default that of the fixture, and builds a portal on it. */
export async function openPortal(env: NodeJS.ProcessEnv = {}, cloned = 'rooftree_template'): Promise<Portal> {
  const template = new URL(inject('postgres'))
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const connectionString = Object.assign(new URL(template), { pathname: `/${name}` }).toString()
  const maintenance = Object.assign(new URL(template), { pathname: '/postgres' }).toString()
  // Copied file by file, because the default also writes each page to the log and takes twice as long.
  await runOnce(maintenance, `create database ${name} template ${cloned} strategy file_copy`)
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-files-'))
  const pool = openPool(connectionString, 10)
  let fixedNow: Date | null = null
  const services: Services = {
    config: readConfig({ LOG_LEVEL: process.env.LOG_LEVEL ?? 'error', ...env }, []),
    files: new FolderStore(folder),
    now: () => fixedNow ?? new Date(),
  }
  setTestHouseholdKey()
  const app = await buildApp(served, pool, services, null)
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  const tokens = new Map<string, Promise<string>>()
  const loadToken = (persona: string): Promise<string> => {
    const token = tokens.get(persona) ?? signIn(connectionString, persona)
    tokens.set(persona, token)
    return token
  }
  const loadHeaders = async (persona: string) =>
    persona === 'anonymous' ? {} : { authorization: `Bearer ${await loadToken(persona)}` }
  return {
    app,
    pool,
    owner,
    services,
    filesFolder: folder,
    connectionString,
    setNow: (now) => {
      fixedNow = now
    },
    tokenOf: loadToken,
    ask: async (persona, method, url, body) => {
      const options: InjectOptions = {
        method,
        url,
        headers: await loadHeaders(persona),
        ...(body === undefined ? {} : { payload: body as object }),
      }
      return getReply(await app.inject(options))
    },
    upload: async (persona, url, fields, files, part = 'files[]') => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      for (const file of files) form.append(part, new Blob([new Uint8Array(file.content)]), file.name)
      const encoded = new Response(form)
      const payload = Buffer.from(await encoded.arrayBuffer())
      return getReply(
        await app.inject({
          method: 'POST',
          url,
          payload,
          headers: {
            ...(await loadHeaders(persona)),
            'content-type': encoded.headers.get('content-type') ?? '',
          },
        }),
      )
    },
    close: async () => {
      await app.close()
      await owner.end()
      await pool.end()
      await runOnce(maintenance, `drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a connection of its own and returns the number of rows. */
async function runOnce(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<number | null> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text, values)).rowCount
  } finally {
    await client.end()
  }
}

/**
 * Inserts a session as signing in does, but without checking the password, because its hash is slow and few
 * tests are about it.
 */
async function signIn(connectionString: string, persona: string): Promise<string> {
  const token = newToken()
  const rowCount = await runOnce(
    connectionString,
    `with begun as (insert into session (user_id) select user_id from app_user where user_name = $1 returning session_id)
      insert into session_token (token_hash, session_id, kind, expires_at)
      select $2, session_id, 'access', now() + interval '1 hour' from begun`,
    [persona, tokenHash(token)],
  )
  if (rowCount !== 1) throw new Error(`There is no ${persona} to sign in.`)
  return token
}

function getReply(response: LightMyRequestResponse): Reply {
  const isJson = String(response.headers['content-type'] ?? '').includes('json')
  return {
    status: response.statusCode,
    body: isJson && response.body ? JSON.parse(response.body) : response.body,
    headers: response.headers,
  }
}
