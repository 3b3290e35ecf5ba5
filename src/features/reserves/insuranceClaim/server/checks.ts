import type { z } from 'zod'
import { mayAsAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isWithAgency } from '#kernel/model/status.ts'
import { insertRow, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { checkInput } from '../model/calls.ts'
import { type ClaimRow, claims } from '../model/claims.ts'
import { InsuranceCheck } from '../model/entities.ts'

import { getCheckFaults } from '../model/rules.ts'
import { loadClaimBalance, lockClaim } from './balance.ts'
import { mailClaim } from './mails.ts'

type Check = Row<typeof InsuranceCheck>

/** Locks the claim of a check and returns it. Refuses unless the claim is open: submitted, not yet closed. */
async function lockOpenClaim(context: AnyContext, claimId: number): Promise<ClaimRow> {
  const claim = await lockClaim(context, claimId)
  if (!isWithAgency(claim.statusId))
    refuse.conflict(
      `Claim ${claims.numberOf(claimId)} is ${claims.labelOf(claim.statusId, claim.submitted).toLowerCase()}: checks are noted between its submission and its closing.`,
    )
  return claim
}

/**
 * Refuses a change of a check after which the claim’s money would not cover the approved amounts. Returns the
 * new balance.
 */
async function refuseIfOverdrawn(context: AnyContext, claimId: number) {
  const balance = await loadClaimBalance(context, claimId)
  if (balance.available < 0)
    refuse.rule(
      `${formatMoney(balance.approved)} of payment requests are approved. Without this check the agency would hold ${formatMoney(-balance.available)} too little for them.`,
    )
  return balance
}

/**
 * Refuses a company that says a check was received or sent on, or changes a received one. A company only
 * announces checks.
 */
function refuseCompanyChange(
  context: AnyContext,
  payload: Partial<Check>,
  existing: Check | undefined,
): void {
  if (mayAsAgency(context.actor, 'write')) return
  if (existing?.receivedOn) refuse.conflict('The agency has received this check; only the agency changes it.')
  if (payload.receivedOn || payload.forwardedOn)
    refuse.invalid([
      { field: 'receivedOn', message: 'Received on: the agency notes when it has received a check.' },
    ])
}

/**
 * Stores or changes a check and returns the id of its claim. A check sent twice with one `clientKey` is
 * stored once.
 */
export async function saveCheck(context: AnyContext, body: z.infer<typeof checkInput>): Promise<number> {
  const { insuranceClaimId, insuranceCheckId, clientKey = null, ...payload } = body
  const claim = await lockOpenClaim(context, insuranceClaimId)
  const storedChecks = (await context.db
    .selectFrom('insuranceCheck')
    .selectAll()
    .where('insuranceClaimId', '=', insuranceClaimId)
    .execute()) as Check[]
  const existing = storedChecks.find((item) =>
    insuranceCheckId
      ? item.insuranceCheckId === insuranceCheckId
      : clientKey !== null && item.clientKey === clientKey,
  )
  if (insuranceCheckId && !existing) refuse.notFound('This check')
  refuseCompanyChange(context, payload, existing)
  const values = { notificationDate: null, receivedOn: null, forwardedOn: null, ...existing, ...payload }
  const { number, provider, amountReceived, checkToProduct, notificationDate, receivedOn, forwardedOn } =
    values
  const saved = {
    number: number.trim(),
    provider: provider.trim(),
    amountReceived,
    checkToProduct,
    notificationDate,
    receivedOn,
    forwardedOn,
  }
  const faults = getCheckFaults(saved, { today: context.settings.today(), dateOfLoss: claim.dateOfLoss })
  const hasTwin = storedChecks.some(
    (item) =>
      item !== existing &&
      item.number === saved.number &&
      item.provider.toLowerCase() === saved.provider.toLowerCase(),
  )
  if (hasTwin)
    faults.push({
      field: 'number',
      message: `Check ${saved.number} of ${saved.provider} is noted already.`,
    })
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  if (existing) await updateRow(context, InsuranceCheck, existing.insuranceCheckId, saved)
  else
    await insertRow(context, InsuranceCheck, {
      insuranceClaimId,
      propertyId: claim.propertyId,
      position: storedChecks.length + 1,
      clientKey,
      ...saved,
    })
  const balance = await refuseIfOverdrawn(context, insuranceClaimId)
  if (saved.receivedOn && !existing?.receivedOn)
    await mailClaim(context, 'insurance.checkReceived', claim, balance, saved)
  return insuranceClaimId
}

/** Removes a check that was recorded by mistake. Returns the id of its claim. */
export async function removeCheck(context: AnyContext, checkId: number): Promise<number> {
  const check = (await context.db
    .selectFrom('insuranceCheck')
    .selectAll()
    .where('insuranceCheckId', '=', checkId)
    .executeTakeFirst()) as Check | undefined
  const { insuranceClaimId } = check ?? refuse.notFound('This check')
  await lockOpenClaim(context, insuranceClaimId)
  refuseCompanyChange(context, {}, check)
  await context.db.deleteFrom('insuranceCheck').where('insuranceCheckId', '=', checkId).execute()
  await refuseIfOverdrawn(context, insuranceClaimId)
  return insuranceClaimId
}
