import { sql } from 'kysely'
import { loadToDoLines } from '#core/portfolio/tasks/server/index.ts'
import { agencyDay, daysBetween } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { WorkLine } from '../model/work.ts'

/**
 * Loads the to-dos of the agency that are not filed records of the given kinds, such as vendors that
 * companies request. With `toConfirm` it loads only those that wait for the caller as a second person.
 */
export async function loadOtherWork(
  context: AnyContext,
  kinds: Iterable<string>,
  { toConfirm = false } = {},
): Promise<WorkLine[]> {
  const reviewToDoKinds = new Set([...kinds].flatMap((name) => [`${name}.review`, `${name}.approval`]))
  const matches = await loadToDoLines(context, {
    both: false,
    condition: sql`true`,
    isWanted: ({ kind, waitsFor }) => !reviewToDoKinds.has(kind) && (!toConfirm || waitsFor === 'manager'),
  })
  const [zone, day] = [context.services.config.agencyZone, context.settings.today()]
  return matches.map(
    ({ kind, kindLabel, rowId, act, title, url, propertyName, managementCompanyName, since, waitsFor }) => ({
      kind,
      kindLabel,
      id: rowId,
      number: act,
      title,
      to: url,
      city: null,
      occupancy: null,
      amount: null,
      subject: propertyName ?? managementCompanyName ?? '',
      companyName: managementCompanyName,
      statusId: null,
      statusLabel: 'Waiting',
      version: null,
      submitted: since,
      promisedBy: null,
      askedUntil: null,
      ageDays: since === null ? null : Math.max(0, daysBetween(agencyDay(since, zone), day)),
      reviewerId: null,
      reviewerName: null,
      // What only a second person may confirm is listed for nobody else.
      turn: waitsFor === 'manager' ? 'manager' : null,
      mayApprove: waitsFor === 'manager',
      steps: [],
    }),
  )
}
