import { sql } from 'kysely'
import { mayAsAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import type { Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import * as calls from '../model/calls.ts'
import {
  BY_HAND,
  FindingStatus,
  hasCorrectionPeriod,
  isOpenFinding,
  type NonCompliance,
  type NonComplianceType,
} from '../model/entities.ts'
import { computeCureDay, computeCureDayLimits, getCureDayFault } from '../model/rules.ts'
import { loadFuture } from './future.ts'
import { loadExtensionMonths, loadFindingDetail, loadFindingLines, matchesQuerySql } from './lines.ts'
import { sendReminders } from './mails.ts'
import { isBlockingSql } from './sql.ts'

export { isOpenSql } from './sql.ts'

import { refuseOpener, stepHandlers } from './steps.ts'

export { loadOpenerCheck } from './lines.ts'
export { closeFinding, hideFindings as hideFinding, type NewFinding, openFinding } from './recordFindings.ts'
export type { FindingSource, FutureSource } from './sources.ts'
export { refuseOpener }

/** A finding that blocks requests, as other modules show it in their messages. */
export type BlockingFinding = { nonComplianceId: number; title: string; path: string }

/**
 * SQL: the findings that block requests at a property, as a jsonb array of {@link BlockingFinding}.
 */
export const blockingFindingsSql = (
  propertyId: ReturnType<typeof sql>,
) => sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'nonComplianceId', n.non_compliance_id, 'title', n.title, 'path',
    '/NonCompliance/' || n.non_compliance_id) order by n.severity, n.non_compliance_id), '[]')
  from non_compliance n where n.property_id = ${propertyId} and ${isBlockingSql})`

type FindingKind = Row<typeof NonComplianceType>
type Finding = Row<typeof NonCompliance>

async function loadKind({ db }: AnyContext, id: unknown): Promise<FindingKind> {
  const result = await sql<FindingKind>`select * from non_compliance_type
      where non_compliance_type_id = ${id}::integer`.execute(db)
  return (
    result.rows[0] ??
    refuse.invalid([{ field: 'nonComplianceTypeId', message: 'Kind: choose one from the list.' }])
  )
}

/**
 * The rules for findings opened by hand: missing fields come from the kind, and the cure day of an open
 * finding changes only by an extension.
 */
const hooks: CrudHooks<typeof NonCompliance> = {
  before: async (context, values, present) => {
    if (present) return checkChange(values, present)
    const kind = await loadKind(context, values.nonComplianceTypeId)
    const openedOn = (values.openedOn as string | undefined) ?? context.settings.today()
    const cureBy =
      values.cureBy === undefined ? computeCureDay(openedOn, kind.cureDays) : (values.cureBy as string | null)
    refuseCureDayBeforeOpening(openedOn, cureBy)
    await refuseLateCureDay(context, kind, openedOn, cureBy)
    return {
      severity: kind.severity,
      blocking: kind.blocking,
      ...values,
      openedOn,
      cureBy,
      originalCureBy: cureBy,
      source: BY_HAND,
      createdById: context.actor.userId,
    }
  },
  after: async (context, row) => {
    const { nonComplianceId, propertyId, version } = row as Finding
    if (version === 1)
      await writeHistory(
        context,
        'NonCompliance',
        nonComplianceId,
        propertyId,
        null,
        FindingStatus.OPEN,
        'open',
        null,
      )
  },
  beforeRemove: async (context, present) => {
    const { source, version, nonComplianceId } = present
    const notices =
      await sql`select from non_compliance_notice where non_compliance_id = ${nonComplianceId}`.execute(
        context.db,
      )
    if (source !== BY_HAND || version > 1 || notices.rows.length > 0)
      refuse.rule(
        'A finding that was mailed, changed or found by the portal stays. Remove it with a reason instead.',
      )
  },
}

const refuseCureDayBeforeOpening = (openedOn: string, cureBy: string | null): void => {
  if (cureBy !== null && cureBy < openedOn)
    refuse.invalid([
      { field: 'cureBy', message: 'Cure by: It is before the day on which the finding was opened.' },
    ])
}

/** Refuses a finding that is opened ahead, and a first cure day beyond the limits of its kind. */
async function refuseLateCureDay(
  context: AnyContext,
  { cureDays, nonComplianceTypeId }: FindingKind,
  openedOn: string,
  cureBy: string | null,
): Promise<void> {
  if (openedOn > context.settings.today())
    refuse.invalid([{ field: 'openedOn', message: 'Opened: Choose today or an earlier day.' }])
  if (cureBy === null) return
  const months = hasCorrectionPeriod(nonComplianceTypeId)
    ? { months: 0, managerMonths: 0 }
    : await loadExtensionMonths(context)
  const kindCureDay = computeCureDay(openedOn, cureDays) ?? openedOn
  const limits = computeCureDayLimits(kindCureDay, nonComplianceTypeId, months)
  const isManager = mayAsAgency(context.actor, 'manager')
  const fault = getCureDayFault(cureBy, limits, isManager, 'the days to cure of its kind')
  if (fault) refuse.invalid([{ field: 'cureBy', message: `Cure by: ${fault}` }])
}

/** Refuses changes that are not allowed to an existing finding; returns the values otherwise. */
function checkChange(values: Values, present: Finding): Values {
  if (!isOpenFinding(present)) refuse.conflict('The finding is no longer open.')
  if (values.propertyId !== undefined && values.propertyId !== present.propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: This record stays with its property.' }])
  if (values.cureBy !== undefined && values.cureBy !== present.cureBy)
    refuse.invalid([{ field: 'cureBy', message: 'Cure by: Extend it, with a reason.' }])
  if (values.openedOn !== undefined && values.openedOn !== present.openedOn)
    refuse.invalid([{ field: 'openedOn', message: 'Opened: It was opened on that day.' }])
  return values
}

/** The handlers of all calls of the findings module. */
export const served: Served[] = [
  ...serveController(calls.findings, hooks),
  ...serveController(calls.findingTypes),
  serve(calls.queryFindings, (context) => loadFindingLines(context, matchesQuerySql(context, context.body))),
  serve(calls.getFinding, (context) => loadFindingDetail(context, context.params.id)),
  ...stepHandlers,
  serve(calls.remind, ({ transaction, services, body }) => sendReminders(transaction, services, body.ids)),
  serve(calls.getFuture, (context) => loadFuture(context, context.query ?? {})),
]
