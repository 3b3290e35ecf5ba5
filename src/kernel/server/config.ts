import { AGENCY_ZONE } from '../model/dates.ts'
import { PRODUCT } from '../model/fieldMeta.ts'

/** The configuration of this process, which is read from the environment when it starts. */
export type Config = {
  production: boolean
  role: 'web' | 'worker' | 'all'
  host: string
  port: number
  /** The address of the portal, as in mails. */
  publicUrl: string
  /**
   * Addresses of the load balancers whose headers with the caller's address are trusted; false if there are
   * none.
   */
  trustProxy: string | false
  /** The bearer token for /metrics. Without one, /metrics can be read only from this machine. */
  metricsToken: string | null
  databaseUrl: string | null
  /** The address of a streaming replica of the database, from which reports are read. */
  replicaUrl: string | null
  dataFolder: string
  smtpUrl: string | null
  mailFrom: string
  /** Short name of the agency, shown in labels and role names. */
  agencyShortName: string
  agencyName: string
  /** Address lines of the letterhead. */
  agencyAddress: string[]
  /** The two-letter code of the agency's state; '' if it is not configured. */
  agencyState: string
  /** IANA zone in which moments are shown and business days begin. */
  agencyZone: string
  /**
   * How many seconds a stopping server lets load balancers send people elsewhere before it stops listening.
   */
  drainSeconds: number
  demoPassword: string
  logLevel: string
  /** Whether every answer is checked against its declaration; true except in production. */
  checkAnswers: boolean
}

/** Reads the configuration. Throws an error with the name of the variable if a value cannot be used. */
export function readConfig(env: NodeJS.ProcessEnv, argv: readonly string[]): Config {
  const production = argv.includes('--production') || env.NODE_ENV === 'production'
  const role = env.ROLE ?? 'all'
  if (role !== 'web' && role !== 'worker' && role !== 'all')
    throw new Error('ROLE must be web, worker or all.')
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('PORT must be a number from 0 to 65535.')
  const dataFolder = env.DATA_FOLDER ?? 'data'
  if (/^\/(proc|sys|dev)(\/|$)/.test(dataFolder))
    throw new Error(`DATA_FOLDER ${dataFolder} cannot hold files.`)
  const host = env.HOST ?? '127.0.0.1'
  return {
    production,
    role,
    host,
    port,
    publicUrl: (env.PUBLIC_URL ?? `http://${host}:${port}`).replace(/\/$/, ''),
    trustProxy: env.TRUST_PROXY ?? false,
    metricsToken: env.METRICS_TOKEN || null,
    databaseUrl: env.DATABASE_URL ?? null,
    replicaUrl: env.DATABASE_REPLICA_URL || null,
    dataFolder,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? 'portal@rooftree.example',
    agencyShortName: env.AGENCY_SHORT_NAME ?? PRODUCT,
    agencyName: env.AGENCY_NAME ?? 'Missouri Housing Development Commission',
    agencyAddress: (env.AGENCY_ADDRESS ?? '')
      .trim()
      .split(/\s*[|]\s*/)
      .filter(Boolean),
    // If only the name is configured, it is another agency, so Missouri must not be assumed.
    agencyState: env.AGENCY_STATE ?? (env.AGENCY_NAME === undefined ? 'MO' : ''),
    agencyZone: env.AGENCY_ZONE ?? AGENCY_ZONE,
    drainSeconds: Number(env.DRAIN_SECONDS) || 0,
    demoPassword: env.DEMO_PASSWORD ?? 'rooftree-demo',
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    checkAnswers: !production,
  }
}
