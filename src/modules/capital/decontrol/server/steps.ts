import { loadWriter } from '#ground/correspondence/mailTemplates/server/index.ts'
import { loadCircle } from '#ground/portfolio/contacts/server/index.ts'
import type { DecontrolFollower } from '#ground/portfolio/properties/server/index.ts'
import { endSchedules } from '#ground/portfolio/tasks/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import { updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { DecontrolSchedule } from '../model/entities.ts'
import { faultsBefore, getObligations, type Schedule } from '../model/rules.ts'
import {
  buildReleaseContext,
  loadDecontrolTerms,
  loadOutstanding,
  loadStanding,
  NOTHING,
} from './schedule.ts'

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')

type Standing = Awaited<ReturnType<typeof loadStanding>>

/** Mails the progress of a release to the owner and the company. */
async function notify(
  context: AnyContext,
  event: string,
  propertyId: number,
  releaseState: Standing,
): Promise<void> {
  const { found: propertyFacts, schedule } = releaseState
  const currentSchedule: Schedule = schedule ?? NOTHING
  const write = await loadWriter(context, event)
  const requestParties = { propertyId, filedCompanyId: null, submittedById: null, reviewerId: null }
  const circle = await loadCircle(context, requestParties)
  const values = {
    property: circle.subject,
    day: formatDay(currentSchedule.effectiveOn),
    reason: currentSchedule.reason ?? '',
    obligations: getObligations(
      currentSchedule,
      buildReleaseContext(context, propertyFacts, []),
      await loadDecontrolTerms(context),
    ).join('\n'),
    link: `${context.services.config.publicUrl}/#/EditProject/${propertyId}?tab=Decontrol`,
  }
  const written = write(values, circle.of)
  if (written)
    await sendMails(context, [
      { event, entity: 'PropertyDecontrol', rowId: propertyId, propertyId, ...written },
    ])
}

const events: Readonly<Record<string, string>> = {
  submit: 'decontrol.submitted',
  approve: 'decontrol.approved',
  reject: 'decontrol.rejected',
}
const checked = ['submit', 'review', 'approve']

/** The requirements of a release's steps, and their consequences (domain 2.5). */
export const follower: DecontrolFollower = {
  needs: async (context, propertyId, step) => {
    if (!checked.includes(step)) return []
    const { found: propertyFacts, schedule } = await loadStanding(context, propertyId)
    const outstanding = step === 'approve' ? await loadOutstanding(context, propertyId, propertyFacts) : []
    return faultsBefore(step, schedule ?? NOTHING, buildReleaseContext(context, propertyFacts, outstanding))
  },
  taken: async (context, propertyId, step) => {
    const event = events[step]
    if (!event && step !== 'undoDecontrol') return
    const releaseState = await loadStanding(context, propertyId)
    const { schedule } = releaseState
    const today = context.settings.today()
    // Filings of the property end with the period of the day; earlier ones stay owed.
    if (step === 'approve')
      await endSchedules(
        context,
        propertyId,
        schedule?.effectiveOn ?? today,
        `Released from control on ${formatDay(schedule?.effectiveOn ?? today)}.`,
      )
    if (event) await notify(context, event, propertyId, releaseState)
    if (schedule && (step === 'reject' || step === 'undoDecontrol'))
      await updateRow(context, DecontrolSchedule, schedule.decontrolScheduleId, { closedOn: today })
  },
}
