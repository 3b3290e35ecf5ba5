import { sql } from 'kysely'
import { filesOf } from '#ground/files/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { type Recipient, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ServedFlow } from '#kernel/server/statusCalls.ts'
import { ManagementCompanyAssetCertification } from '../model/entities.ts'
import { applicationNumber, CERTIFIED, flow } from '../model/flow.ts'
import { type ApplicationRow, reviewFaults, submitFaults, termFaults } from '../model/rules.ts'
import { certificationSettings as rules } from '../model/settings.ts'
import { giveCertification, keepRejection, withdraw } from './decision.ts'
import { MODULE } from './detail.ts'
import { knownPerformance, propertyOptions, scoreNow } from './known.ts'
import { recipientsOf } from './people.ts'

const now = (context: AnyContext): string => context.services.now().toISOString()

/** Everything that stands in the way of submission (strict), each fault linked to its field. */
async function submitNeeds(context: AnyContext, row: ApplicationRow): Promise<Fault[]> {
  const files = await filesOf(context, [{ moduleName: MODULE, moduleId: row.managementCompanyAssetCertificationId }])
  const options = await propertyOptions(context, row.managementCompanyId)
  return submitFaults(row, {
    today: context.settings.today(),
    documents: files.map((file) => file.documentType ?? ''),
    properties: options.map((one) => one.propertyId),
  })
}

const scoreOfRow = async (context: AnyContext, row: ApplicationRow) =>
  scoreNow(context, row, await knownPerformance(context, row.managementCompanyId))

async function reviewNeeds(context: AnyContext, row: ApplicationRow): Promise<Fault[]> {
  const { total } = await scoreOfRow(context, row)
  return reviewFaults(row, total, await context.settings.get(rules.passMark))
}

/** The score the application is passed on with; what the portal learns later changes it no more. */
async function keepScore(context: AnyContext, row: ApplicationRow): Promise<void> {
  const { total, parts } = await scoreOfRow(context, row)
  await sql`update management_company_asset_certification set score = ${total}, score_parts = ${JSON.stringify(parts)}
    where management_company_asset_certification_id = ${row.managementCompanyAssetCertificationId}`.execute(context.db)
}

type Event = 'submitted' | 'recalled' | 'returned' | 'certified' | 'rejected'

/** Mails the company and its analyst; what goes into or out of the queue is also told there. */
async function mailAbout(context: AnyContext, row: ApplicationRow, event: Event, subject: string, words: string[]) {
  const id = row.managementCompanyAssetCertificationId
  const found = await sql<{ companyName: string; recipients: Recipient[] }>`
    select c.name as company_name, ${recipientsOf} as recipients
    from management_company_asset_certification a join management_company c using (management_company_id)
    where a.management_company_asset_certification_id = ${id}`.execute(context.db)
  const { companyName, recipients } = found.rows[0]!
  const queue = await context.settings.get(rules.queueAddress)
  const toQueue = (event === 'submitted' || event === 'recalled') && queue !== ''
  const number = applicationNumber(id)
  await sendMail(context, {
    event: `certification.${event}`,
    entity: flow.entity,
    rowId: id,
    recipients: [
      ...recipients,
      ...(toQueue ? [{ email: queue, name: 'Company certification', kind: 'cc' as const }] : []),
    ],
    subject: `${number}, ${companyName}: ${subject}`,
    text: [
      `Certification application ${number} of ${companyName}`,
      ...words,
      `Open the application: ${context.services.config.publicUrl}/#/ManagementCompanyAssetCertificationApplication/edit/${id}`,
    ].join('\n\n'),
  })
}

const decide = (context: AnyContext, _row: ApplicationRow, reason: string | null) => ({
  decidedById: context.actor.userId,
  decided: now(context),
  decisionComment: reason,
})
const undecided = () => ({ decidedById: null, decided: null, decisionComment: null, reviewedById: null })

/** A forced status keeps the certification true: it stands for a certified application and for no other. */
async function forced(context: AnyContext, row: ApplicationRow, reason: string | null): Promise<void> {
  if (row.statusId === CERTIFIED) {
    const termMonths = row.termMonths ?? (await context.settings.get(rules.termMonths))
    await giveCertification(context, { ...row, termMonths })
  } else await withdraw(context, row)
  const decided = row.statusId >= CERTIFIED ? decide(context, row, reason) : undecided()
  await context.db
    .updateTable('managementCompanyAssetCertification')
    .set(decided)
    .where('managementCompanyAssetCertificationId', '=', row.managementCompanyAssetCertificationId)
    .execute()
}

/** The workflow of an application with what each step does beyond changing the status. */
export const applicationFlow: ServedFlow<ApplicationRow> = {
  flow,
  entity: ManagementCompanyAssetCertification,
  settings: async ({ settings }) => ({ twoPerson: await settings.get(rules.twoPerson) }),
  effects: {
    submit: {
      needs: submitNeeds,
      stamp: (context, row) => ({
        submittedById: context.actor.userId,
        returnReason: null,
        ...(row.submitted ? { reSubmitted: now(context) } : { submitted: now(context) }),
      }),
      after: (context, row) =>
        mailAbout(context, row, 'submitted', row.reSubmitted ? 'resubmitted' : 'received', [
          'It was received and waits for review.',
        ]),
    },
    recall: {
      after: (context, row) =>
        mailAbout(context, row, 'recalled', 'recalled', ['The company has taken it back for changes.']),
    },
    return: {
      stamp: (_context, _row, reason) => ({ returnReason: reason }),
      after: (context, row, reason) =>
        mailAbout(context, row, 'returned', 'returned for correction', [
          'Please correct it, add what is missing, and submit it again. The reviewer writes:',
          reason ?? '',
        ]),
    },
    startReview: { stamp: (context) => ({ reviewerId: context.actor.userId, reviewStarted: now(context) }) },
    review: {
      needs: reviewNeeds,
      stamp: (context) => ({ reviewedById: context.actor.userId }),
      after: (context, row) => keepScore(context, row),
    },
    approve: {
      needs: async (_context, row) => termFaults(row),
      stamp: decide,
      after: async (context, row, reason) => {
        const { startsOn, expiresOn } = await giveCertification(context, row)
        const day = (date: string) => formatDate(date, 'MM/DD/YYYY')
        await mailAbout(context, row, 'certified', 'certified', [
          `Certified as a managing agent from ${day(startsOn)} through ${day(expiresOn)}.`,
          ...(reason ? [reason] : []),
          'The certificate is with the application, to be downloaded and printed.',
        ])
      },
    },
    deny: {
      stamp: decide,
      after: async (context, row, reason) => {
        await keepRejection(context, row, reason)
        await mailAbout(context, row, 'rejected', 'rejected', [
          'The agency cannot certify the company:',
          reason ?? '',
          'The letter is with the application. The company may apply again.',
        ])
      },
    },
    reopen: { stamp: undecided, after: (context, row) => withdraw(context, row) },
    adminChange: { after: (context, row, reason) => forced(context, row, reason) },
  },
}
