import { slot } from '#kernel/server/module.ts'

/** The settings of all modules. Throws if two have the same key. */
export const getDeclaredSettings = slot('settings', (settings) => {
  const duplicate = settings.find(
    (setting, index) => settings.findIndex((other) => other.key === setting.key) !== index,
  )
  if (duplicate) throw new Error(`Two settings are called ${duplicate.key}.`)
  return settings
})
