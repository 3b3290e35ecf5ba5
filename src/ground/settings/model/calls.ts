import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id, requiredText } from '#kernel/model/field.ts'
import { SettingContent } from './entities.ts'

const dated = z.object({
  settingId: z.int(),
  value: SettingContent,
  /** First day it holds. */
  effectiveFrom: z.string(),
  setByName: z.string().nullable(),
  setAt: z.string().nullable(),
})

export const SettingLine = z.object({
  key: z.string(),
  group: z.string(),
  label: z.string(),
  kind: z.enum(['money', 'percent', 'number', 'days', 'dayOfYear', 'flag', 'text']),
  unit: z.string().nullable(),
  source: z.string(),
  default: SettingContent,
  /** What holds today. */
  value: SettingContent,
  /** Since when; null while the default holds. */
  effectiveFrom: z.string().nullable(),
  /** Values that are to come, the nearest first. */
  upcoming: z.array(dated),
  /** Values up to today's, the latest first. */
  history: z.array(dated),
})
export type SettingLine = z.infer<typeof SettingLine>

export const getSettings = call({
  method: 'GET',
  path: '/api/Configuration',
  access: agency('read'),
  answer: z.array(SettingLine),
  summary: 'Every setting with the value in force, values to come and earlier ones',
})

export const changeSetting = call({
  method: 'POST',
  path: '/api/Configuration',
  access: agency('admin'),
  body: z.object({
    key: requiredText('Setting', 100),
    value: SettingContent,
    effectiveFrom: day('In force from').optional(),
  }),
  answer: SettingLine,
  summary: 'Give a setting a value from a day on, today when none is given',
})

export const removeSettingValue = call({
  method: 'DELETE',
  path: '/api/Configuration/:id',
  access: agency('admin'),
  params: z.object({ id: id('Value') }),
  answer: z.boolean(),
  summary: 'Take back a value that is still to come',
})
