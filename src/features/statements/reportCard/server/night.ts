import { sql } from 'kysely'
import { type Actor, roles } from '#kernel/model/access.ts'
import { agencyDay } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import type { AnyContext, Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { type CardRow, loadReportCardView } from './cards.ts'
import { storeFigures } from './snapshot.ts'

/** The number of cards stored in one run of the job, which takes a second or two. */
const CARDS_A_PART = 20

/** The portal itself as an actor, who sees what an agency reviewer sees. */
const system: Actor = {
  userId: 0,
  userName: '',
  name: '',
  email: '',
  sessionId: 0,
  managementCompanyIds: [],
  roles: [roles.agencyRead],
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  scope: { read: null, write: [] },
  tiedTo: [],
}

/** How many calendar years before this one count as recent. Their cards are stored first. */
const RECENT_YEARS = 2

/**
 * Stores a snapshot of decided cards that have none, or an older one without coverage, so that later
 * figures do not change them. Handles the newest cards of fiscal years from `first` on, and returns 'more'
 * if there may be others. Safe to run again.
 */
async function storeDecidedFigures(
  transaction: Transaction,
  services: Services,
  first: number,
): Promise<'more' | undefined> {
  const { db } = transaction
  const context: AnyContext = {
    db,
    transaction,
    services,
    actor: system,
    settings: new Settings(transaction, services),
    uploads: [],
    request: { id: '', address: '', agent: '' },
  }
  const result = await sql<CardRow>`select c.* from afs_report_card c join annual_statement a using (afs_id)
    left join afs_report_card_figures k using (afs_report_card_id)
    where a.status_id in (${sqlStatus.APPROVED}, ${sqlStatus.REJECTED}) and a.months > 0
    and c.year >= ${first}
    and c.archived_at is null and not coalesce(k.figures ? 'coverage', false)
    order by c.year desc, c.afs_report_card_id limit ${CARDS_A_PART}`.execute(db)
  for (const card of result.rows) await storeFigures(context, await loadReportCardView(context, card))
  return result.rows.length === CARDS_A_PART ? 'more' : undefined
}

/**
 * The job that first stores the cards of recent years, which lists and the watch list use. It matters for
 * imported data without snapshots, right after the first start.
 */
export const recentSnapshots: Job = {
  name: 'figures of recently decided report cards',
  due: (now, zone) => lastHour(now, zone, 1),
  run: (transaction, services) =>
    storeDecidedFigures(
      transaction,
      services,
      Number(agencyDay(services.now(), services.config.agencyZone).slice(0, 4)) - RECENT_YEARS,
    ),
}

/** The nightly job that stores the cards of all years. */
export const snapshotNight: Job = {
  name: 'figures of decided report cards',
  due: (now, zone) => lastHour(now, zone, 2),
  run: (transaction, services) => storeDecidedFigures(transaction, services, 0),
}
