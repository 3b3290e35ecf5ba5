/**
 * The password length rule, our own choice (CON-03): long rather than complicated, as NIST SP 800-63B
 * advises.
 */
export const passwordLength = { least: 12, most: 128 } as const

/** Returns why a password cannot be chosen; empty if it can. */
export function findPasswordFaults(password: string, userName: string): string[] {
  const faults: string[] = []
  if (password.length < passwordLength.least)
    faults.push(`Choose at least ${passwordLength.least} characters.`)
  if (password.length > passwordLength.most) faults.push(`Choose at most ${passwordLength.most} characters.`)
  if (userName.length > 2 && password.toLowerCase().includes(userName.toLowerCase()))
    faults.push('Do not use your user name in it.')
  if (new Set(password).size < 5) faults.push('Use more different characters.')
  return faults
}
