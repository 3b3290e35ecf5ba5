import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { day, id, requiredText } from '#kernel/model/field.ts'

/** What a setting may hold. */
export const SettingContent = z.union([z.string(), z.number(), z.boolean()])
export type SettingContent = z.infer<typeof SettingContent>

/** The value of a setting from a day on, until the next one; before the first the declared default holds. */
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
