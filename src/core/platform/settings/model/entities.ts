import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { day, flag, id, moment, ref, requiredText } from '#kernel/model/field.ts'

/** The value of a setting. */
export const SettingContent = z.union([z.string(), z.number(), z.boolean()])
export type SettingContent = z.infer<typeof SettingContent>

/**
 * The value of a setting from a day on, until the next one. Before the first, the declared default applies.
 */
export const SettingValue = entity('Setting', {
  table: 'setting',
  key: 'settingId',
  label: 'Setting',
  fields: {
    settingId: id(),
    key: requiredText('Setting', 100),
    value: SettingContent,
    effectiveFrom: day('In force from').unwrap(),
  },
})

/** A change of a control setting. One administrator proposes it, and another confirms or drops it. */
export const SettingProposal = entity('SettingProposal', {
  table: 'setting_proposal',
  key: 'settingProposalId',
  label: 'Proposed change of a setting',
  fields: {
    settingProposalId: id(),
    key: requiredText('Setting', 100),
    /** Null if a future value is to be withdrawn. */
    value: SettingContent.nullable(),
    effectiveFrom: day('In force from').unwrap(),
    proposedById: ref('Proposed by', 'User').unwrap(),
    proposedAt: moment('Proposed').unwrap(),
    closedById: ref('Confirmed or dropped by', 'User'),
    closedAt: moment('Confirmed or dropped'),
    confirmed: flag('Confirmed').nullable(),
  },
})
