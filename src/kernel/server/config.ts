import { AGENCY_ZONE } from '../model/dates.ts'
import { PRODUCT } from '../model/fieldMeta.ts'

/** How this process was started: read once from the environment, then handed about. */
export type Config = {
  production: boolean
  role: 'web' | 'worker' | 'all'
  host: string
  port: number
  /** The address of the portal, as in mails. */
  publicUrl: string
  /** Addresses of the balancers whose word about the caller's address counts; false when there are none. */
  trustProxy: string | false
  /** The bearer token for /metrics; without one only this machine may read it. */
  metricsToken: string | null
  databaseUrl: string | null
  /** A streaming replica of that, from which reports are read. */
  replicaUrl: string | null
  dataFolder: string
  smtpUrl: string | null
  mailFrom: string
  /** Short name of the agency, shown in labels and role names. */
  agencyShortName: string
  agencyName: string
  /** Address lines of the letterhead. */
  agencyAddress: string[]
  /** The state whose agency it is, by its two letters; '' where that is not given. */
  agencyState: string
  /** IANA zone in which moments are shown and business days begin. */
  agencyZone: string
  /** For how long a server that ends sends people elsewhere before it stops listening. */
  drainSeconds: number
  demoPassword: string
  logLevel: string
  /** Checks every answer against its declaration: on outside production. */
  checkAnswers: boolean
}

/** Reads the configuration; throws with the variable's name when a value cannot be used. */
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
    // The name without the state is another agency’s: nothing of Missouri’s is taken for its own.
    agencyState: env.AGENCY_STATE ?? (env.AGENCY_NAME === undefined ? 'MO' : ''),
    agencyZone: env.AGENCY_ZONE ?? AGENCY_ZONE,
    drainSeconds: Number(env.DRAIN_SECONDS) || 0,
    demoPassword: env.DEMO_PASSWORD ?? 'rooftree-demo',
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    checkAnswers: !production,
  }
}
