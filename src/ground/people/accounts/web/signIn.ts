import { ApiError, ask, onRefreshed } from '#kernel/web/api.ts'
import { keepDeviceKey } from '#kernel/web/deviceKey.ts'
import { draftsReady } from '#kernel/web/draftStorage.ts'
import { queryClient } from '#kernel/web/queries.ts'
import { currentSession, setSession, updateSession } from '#kernel/web/session.ts'
import { authenticate, isManager, signOut, userProfile } from '../model/calls.ts'

/** SES-14: the manager flag is asked for after each sign-in and each refresh. */
async function fetchManagerFlag(): Promise<void> {
  const manager = await ask(isManager, {}, { quiet: true, silent: true })
  if (manager !== currentSession()?.isManager) updateSession({ isManager: manager })
}
onRefreshed(fetchManagerFlag)

const DEVICE = 'rooftree.device'

/**
 * A secret that this browser creates once and keeps. It distinguishes a person who has signed in here before
 * from strangers guessing at the account, so that the person need not wait for them.
 */
export function deviceSecret(): string {
  const item = globalThis.localStorage.getItem(DEVICE)
  if (item) return item
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  globalThis.localStorage.setItem(DEVICE, secret)
  return secret
}

/** Signs in and fills the session. Throws ApiError; ERR-04 when no answer came. */
export async function signInWith(userName: string, password: string): Promise<void> {
  try {
    const login = await ask(
      authenticate,
      { body: { userName, password, device: deviceSecret() } },
      { quiet: true },
    )
    setSession({ ...login, userName, isAdmin: false, isManager: false })
    const profile = await ask(userProfile, {}, { quiet: true })
    const sealedBy = await keepDeviceKey(login.userId, profile.draftKey)
    updateSession({
      userName: profile.userName,
      isAdmin: profile.isAdmin,
      startsWith: profile.startsWith,
      managementCompanyId: profile.managementCompanyId,
      ...(sealedBy === undefined ? {} : { sealedBy }),
      isManager: await ask(isManager, {}, { quiet: true }),
    })
    await draftsReady()
  } catch (error) {
    if (currentSession()) setSession(null)
    if (error instanceof ApiError && error.status === 0) throw new ApiError(0, 'Error Contacting Server')
    throw error
  }
}

/** SES-13: ends the session, forgets what tables stored, and leaves the person at /Login. */
export async function signOutNow(): Promise<void> {
  if (currentSession()) await ask(signOut, {}, { quiet: true }).catch(() => undefined)
  globalThis.sessionStorage.clear()
  queryClient.clear()
  setSession(null)
  globalThis.location.hash = '#/Login'
}
