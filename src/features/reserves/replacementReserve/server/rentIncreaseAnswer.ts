import { formatMoney } from '#kernel/model/money.ts'
import type { SlotEntry } from '#kernel/server/module.ts'
import { findReserveAccount } from './account.ts'

/**
 * Answers a question of the rent increase: is the reserve balance per unit below its minimum (domain 14.2)?
 */
export const reserveTooLowAnswer: SlotEntry<'rentIncreaseAnswers'> = {
  tick: 'r4rBalanceTooLow',
  source: 'Replacement reserve ledger',
  find: async (context, { propertyId }) => {
    const account = await findReserveAccount(context, propertyId)
    if (!account) return null
    const { perUnit, minimumPerUnit, balance } = account
    return {
      value: perUnit < minimumPerUnit,
      fact: `${formatMoney(balance)}, ${formatMoney(perUnit)} per unit; the minimum is ${formatMoney(minimumPerUnit)}.`,
    }
  },
}
