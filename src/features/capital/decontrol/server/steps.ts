import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import type { DecontrolFollower } from '#core/portfolio/properties/server/index.ts'
import { endSchedules } from '#core/portfolio/tasks/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import { updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { DecontrolSchedule } from '../model/entities.ts'
import { getObligations, getStepFaults, type Schedule } from '../model/rules.ts'
import {
  buildReleaseFacts,
  EMPTY_SCHEDULE,
  loadDecontrolTerms,
  loadOutstanding,
  loadRelease,
} from './schedule.ts'

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')

type ReleaseState = Awaited<ReturnType<typeof loadRelease>>

/** Mails the owner and the company that a release was submitted, approved or rejected. */
async function mailProgress(
  context: AnyContext,
  event: string,
  propertyId: number,
  releaseState: ReleaseState,
): Promise<void> {
  const { found: propertyFacts, schedule } = releaseState
  const currentSchedule: Schedule = schedule ?? EMPTY_SCHEDULE
  const writeMail = await loadMailWriter(context, event)
  const requestParties = { propertyId, filedCompanyId: null, submittedById: null, reviewerId: null }
  const recipients = await loadRecordPeople(context, requestParties)
  const values = {
    property: recipients.subject,
    day: formatDay(currentSchedule.effectiveOn),
    reason: currentSchedule.reason ?? '',
    obligations: getObligations(
      currentSchedule,
      buildReleaseFacts(context, propertyFacts, []),
      await loadDecontrolTerms(context),
    ).join('\n'),
    link: `${context.services.config.publicUrl}/#/EditProject/${propertyId}?tab=Decontrol`,
  }
  const mail = writeMail(values, recipients.of)
  if (mail)
    await sendMails(context, [{ event, entity: 'PropertyDecontrol', rowId: propertyId, propertyId, ...mail }])
}

const eventByStep: Readonly<Record<string, string>> = {
  submit: 'decontrol.submitted',
  approve: 'decontrol.approved',
  reject: 'decontrol.rejected',
}
const checkedSteps = ['submit', 'review', 'approve']

/**
 * Hooks into the steps of a release: their requirements, and the effects after a step is taken (domain 2.5).
 */
export const decontrolFollower: DecontrolFollower = {
  getFaults: async (context, propertyId, step) => {
    if (!checkedSteps.includes(step)) return []
    const { found: propertyFacts, schedule } = await loadRelease(context, propertyId)
    const outstanding = step === 'approve' ? await loadOutstanding(context, propertyId, propertyFacts) : []
    return getStepFaults(
      step,
      schedule ?? EMPTY_SCHEDULE,
      buildReleaseFacts(context, propertyFacts, outstanding),
    )
  },
  afterStep: async (context, propertyId, step) => {
    const event = eventByStep[step]
    if (!event && step !== 'undoDecontrol') return
    const releaseState = await loadRelease(context, propertyId)
    const { schedule } = releaseState
    const today = context.settings.today()
    // The property’s filings end with the period that includes the day. Earlier ones are still owed.
    if (step === 'approve')
      await endSchedules(
        context,
        propertyId,
        schedule?.effectiveOn ?? today,
        `Released from control on ${formatDay(schedule?.effectiveOn ?? today)}.`,
      )
    if (event) await mailProgress(context, event, propertyId, releaseState)
    if (schedule && (step === 'reject' || step === 'undoDecontrol'))
      await updateRow(context, DecontrolSchedule, schedule.decontrolScheduleId, { closedOn: today })
  },
}
