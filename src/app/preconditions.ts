import { accessSync, constants, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import pg from 'pg'
import type { Config } from '#kernel/server/config.ts'
import { errorCode } from '#kernel/server/postgres/errors.ts'

/**
 * Checks before a start, of the folder, the address and the database. Each problem is reported in one line.
 */

/** Creates the data folder. Throws a line for the operator if nothing can be stored there. */
export function checkFolder({ dataFolder }: Pick<Config, 'dataFolder'>): void {
  try {
    mkdirSync(dataFolder, { recursive: true })
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason =
      errorCode(error) === 'ENOSPC' ? 'there is no space left on its disk' : 'this account cannot write there'
    throw new Error(
      `DATA_FOLDER ${dataFolder} cannot be used: ${reason}. Choose another, such as DATA_FOLDER=~/rooftree.`,
    )
  }
}

/**
 * Listens on the configured address for a moment. Throws a line for the operator if that is not possible.
 */
export async function checkAddress(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: config.host, port: config.port }, resolve)
    })
  } catch (error) {
    throw toAddressError(config, error)
  }
  await new Promise((resolve) => server.close(resolve))
}

/** Returns an error that says why the server cannot listen on an address, and what to do about it. */
export function toAddressError({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): Error {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is taken. Choose another, such as PORT=${port < 65_535 ? port + 1 : 3000}.`,
      )
    case 'EACCES':
      return new Error(
        `Port ${port} is for privileged accounts only. Choose one above 1023, such as PORT=3000, and let a proxy listen on ${port}.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(
        `HOST ${host} is no address of this machine. 127.0.0.1 is this machine alone, 0.0.0.0 all of its addresses.`,
      )
    default:
      return error as Error
  }
}

/**
 * Connects to the database once. Throws a line for the operator, which never contains the password, if
 * DATABASE_URL is malformed or does not answer.
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const protocol = URL.canParse(databaseUrl) ? new URL(databaseUrl).protocol : ''
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new Error(
      'DATABASE_URL is malformed: it looks like postgres://user:password@host:5432/database, with @ : / # ? % in a password written as %40 %3A %2F %23 %3F %25.',
    )
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    throw new Error(
      `DATABASE_URL does not answer: ${error instanceof Error ? error.message || errorCode(error) : String(error)}`,
    )
  }
}

/**
 * Refuses a demonstration's database, because its passwords are public.
 *
 * @param userNames the accounts of the demonstration, whose mail addresses end in `.example`
 * @throws Error with a line for the operator if the database has one of them
 */
export async function refuseDemonstration(client: pg.Client, userNames: readonly string[]): Promise<void> {
  const result = await client.query(
    `select 1 from app_user where user_name = any ($1) and email like '%.example' limit 1`,
    [userNames],
  )
  if (result.rowCount)
    throw new Error(
      'This database holds the demonstration, whose accounts have a password that everybody knows: --production does not start on it. Begin with an empty one, by another DATA_FOLDER=… or DATABASE_URL=…; npm start without --production shows the demonstration as before.',
    )
}
