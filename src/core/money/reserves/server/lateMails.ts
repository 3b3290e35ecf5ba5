import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { type Recipient, sendMails } from '#kernel/server/outbox.ts'
import { Settings } from '#kernel/server/settings.ts'
import { getOpenAmount } from '../model/deposits.ts'
import { lateMail } from '../model/lateMail.ts'
import { accountSettings } from '../model/settings.ts'

/**
 * The greatest number of days that a mailed deposit may be overdue. Older ones were overdue before these
 * mails existed, so they appear only in lists.
 */
const MAX_DAYS = 31

type LateAccount = {
  reserveAccountId: number
  propertyId: number
  propertyName: string
  accountName: string
  deposits: { dueOn: string; amount: number; received: number }[]
  contacts: Recipient[]
  administrators: Recipient[]
}

/**
 * SQL: marks the deposits that became overdue or short as mailed, and returns them by account with the
 * recipients. `$1` is today, `$2` and `$3` are the first and last due day. Only the worker that sets the
 * mark sends the mail, so that two workers do not mail twice.
 */
const claimLateDeposits = `with late as (
    update reserve_deposit set late_notice_on = $1::date
    where received < amount and waived_on is null and late_notice_on is null and due_on between $2::date and $3::date
    returning *)
  select a.reserve_account_id as "reserveAccountId", a.property_id as "propertyId", p.name as "propertyName", a.name as "accountName",
    json_agg(json_build_object('dueOn', t.due_on, 'amount', t.amount, 'received', t.received) order by t.due_on) as deposits,
    (select coalesce(json_agg(json_build_object('email', c.email, 'name', c.name)), '[]') from property_contact pc join contact c using (contact_id)
      where pc.property_id = a.property_id and pc.contact_type_id = ${ContactType.FinancialContact} and c.active and c.email is not null
        and not kernel.contact_left(c.contact_id, pc.property_id)) as contacts,
    (select coalesce(json_agg(json_build_object('email', u.email, 'name', trim(u.first_name || ' ' || u.last_name))), '[]') from app_user u
      where u.user_id = any (kernel.people_of(p.management_company_id)) and u.is_mc_admin and u.active) as administrators
  from late t join reserve_account a using (reserve_account_id) join property p on p.property_id = a.property_id
  group by a.reserve_account_id, a.property_id, p.name, a.name, p.management_company_id order by a.reserve_account_id`

const describeDeposit = ({ dueOn, amount, received }: LateAccount['deposits'][number]): string =>
  `- due ${formatDate(dueOn, 'MM/DD/YYYY')}: ${formatMoney(amount)}, ${received > 0 ? `${formatMoney(received)} received` : 'nothing received'}`

/** The placeholders of a mail about accounts with the same recipients. Each account is a paragraph. */
function getValues(accounts: readonly LateAccount[], publicUrl: string) {
  const [first] = accounts
  const isSingle = accounts.length === 1
  const properties = new Set(accounts.map((account) => account.propertyId)).size
  const open = accounts.flatMap((account) =>
    account.deposits.map((deposit) => getOpenAmount({ ...deposit, waivedOn: null })),
  )
  const buildParagraph = ({ propertyName, accountName, deposits }: LateAccount) =>
    [...(isSingle ? [] : [`${propertyName}, “${accountName}”:`]), ...deposits.map(describeDeposit)].join('\n')
  return {
    property: properties === 1 ? first!.propertyName : `${properties} properties`,
    account: isSingle ? first!.accountName : `${accounts.length} accounts`,
    deposits: accounts.map(buildParagraph).join('\n\n'),
    owed: formatMoney(sumMoney(open)),
    link: isSingle
      ? `${publicUrl}/#/ReserveAccount/${first!.reserveAccountId}`
      : `${publicUrl}/#/ReserveAccounts`,
  }
}

/**
 * Mails the deposits that became overdue or short, one mail for all accounts with the same recipients.
 * Returns the number of mails.
 */
async function mailLate(transaction: Transaction, today: string, graceDays: number, publicUrl: string) {
  const last = addDays(today, -graceDays - 1)
  const result = await transaction.query<LateAccount>(claimLateDeposits, [
    today,
    addDays(last, -MAX_DAYS),
    last,
  ])
  const writeTemplate = await loadMailWriter(transaction, lateMail.event)
  const writeMail = (accounts: readonly LateAccount[]) => {
    const { contacts, administrators } = accounts[0]!
    const recipients = contacts.length > 0 ? contacts : administrators
    return writeTemplate(getValues(accounts, publicUrl), (part) =>
      part === 'contacts' ? recipients : administrators,
    )
  }
  const accountsByRecipients = Map.groupBy(result.rows, (row) => {
    const emails = writeMail([row])?.recipients.map(
      ({ email, kind = 'to' }) => `${kind} ${email.toLowerCase()}`,
    )
    return [...new Set(emails)].sort().join()
  })
  const mails = [...accountsByRecipients.values()].flatMap((accounts) => {
    const mail = writeMail(accounts)
    const properties = new Set(accounts.map((account) => account.propertyId))
    const propertyId = properties.size === 1 ? accounts[0]!.propertyId : null
    return mail ? [{ event: lateMail.event, propertyId, ...mail }] : []
  })
  await sendMails({ transaction }, mails)
  return mails.length
}

/** The job that runs every night at two, after new deposits have fallen due. */
export const lateDepositsJob: Job = {
  name: 'late reserve deposits',
  due: (now, zone) => lastHour(now, zone, 2),
  run: async (transaction, services) => {
    const settings = new Settings(transaction, services)
    await mailLate(
      transaction,
      settings.today(),
      await settings.get(accountSettings.graceDays),
      services.config.publicUrl,
    )
  },
}
