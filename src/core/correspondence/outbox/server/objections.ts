import type { Config } from '#kernel/server/config.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { mailSettings } from '../model/settings.ts'

const ADDRESS = /^[^\s<>@,;]+@[^\s<>@,;]+$/

/**
 * Loads the mail address for people who object to bulk mails: the agency's setting, or else the sender.
 */
export async function loadObjectionsAddress(
  settings: Settings,
  { mailFrom }: Pick<Config, 'mailFrom'>,
): Promise<string> {
  const selected = (await settings.get(mailSettings.objections)).trim()
  return ADDRESS.test(selected) ? selected : (/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom)
}
