import type { Config } from '#kernel/server/config.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { mailSettings } from '../model/settings.ts'

const ADDRESS = /^[^\s<>@,;]+@[^\s<>@,;]+$/

/**
 * The mail address to which people write who want no more mails to many: the agency's choice, or the sender.
 */
export async function objectionsTo(
  settings: Settings,
  { mailFrom }: Pick<Config, 'mailFrom'>,
): Promise<string> {
  const selected = (await settings.get(mailSettings.objections)).trim()
  return ADDRESS.test(selected) ? selected : (/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom)
}
