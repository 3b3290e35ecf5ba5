import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id, requiredText } from '#kernel/model/field.ts'
import { SettingContent } from './entities.ts'

const datedValue = z.object({
  settingId: z.int(),
  value: SettingContent,
  /** The first day on which it applies. */
  effectiveFrom: z.string(),
  setByName: z.string().nullable(),
  setAt: z.string().nullable(),
  /** The person who proposed it, if a second administrator confirmed it. */
  proposedByName: z.string().nullable(),
})

const proposal = z.object({
  settingProposalId: z.int(),
  /** Null proposes to withdraw the future value that begins on that day. */
  value: SettingContent.nullable(),
  effectiveFrom: z.string(),
  proposedById: z.int(),
  proposedByName: z.string(),
  proposedAt: z.string(),
})

export const SettingLine = z.object({
  key: z.string(),
  group: z.string(),
  label: z.string(),
  kind: z.enum(['money', 'percent', 'number', 'days', 'dayOfYear', 'flag', 'text']),
  unit: z.string().nullable(),
  source: z.string(),
  default: SettingContent,
  /** The value in force today. */
  value: SettingContent,
  /** The day on which it came into force; null if it is the default. */
  effectiveFrom: z.string().nullable(),
  /** The future values, nearest first. */
  upcoming: z.array(datedValue),
  /** The values up to today's, latest first. */
  history: z.array(datedValue),
  /** Whether two administrators are needed to change it. */
  control: z.boolean(),
  /** The change that waits for a second administrator. */
  proposal: proposal.nullable(),
})
export type SettingLine = z.infer<typeof SettingLine>

export const getSettings = call({
  method: 'GET',
  path: '/api/Configuration',
  access: agency('read'),
  answer: z.array(SettingLine),
  summary: 'All settings with current, future and earlier values',
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
  summary:
    'Set a setting from a day on (default: today); for a control setting, propose the value from tomorrow or a later day',
})

export const removeSettingValue = call({
  method: 'DELETE',
  path: '/api/Configuration/:id',
  access: agency('admin'),
  params: z.object({ id: id('Value') }),
  answer: z.boolean(),
  summary:
    'Withdraw a future value (returns true); for a control setting, propose that to a second administrator (returns false)',
})

export const confirmProposal = call({
  method: 'PUT',
  path: '/api/Configuration/Confirm/:id',
  access: agency('admin'),
  params: z.object({ id: id('Proposal') }),
  answer: SettingLine,
  summary: 'Confirm the change of a control setting that another administrator proposed',
})

export const dropProposal = call({
  method: 'DELETE',
  path: '/api/Configuration/Proposal/:id',
  access: agency('admin'),
  params: z.object({ id: id('Proposal') }),
  answer: SettingLine,
  summary: 'Discard a proposed change of a control setting',
})
