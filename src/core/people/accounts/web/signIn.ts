import { ApiError, ask, onRefreshed } from '#kernel/web/api.ts'
import { storeDeviceKey } from '#kernel/web/deviceKey.ts'
import { draftsReady } from '#kernel/web/draftStorage.ts'
import { queryClient } from '#kernel/web/queries.ts'
import { currentSession, setSession, updateSession } from '#kernel/web/session.ts'
import { authenticate, isManager, signOut, userProfile } from '../model/calls.ts'

/** Reads the manager flag of the caller (SES-14). It runs after each sign-in and each refresh. */
async function fetchManagerFlag(): Promise<void> {
  const manager = await ask(isManager, {}, { quiet: true, silent: true })
  if (manager !== currentSession()?.isManager) updateSession({ isManager: manager })
}
onRefreshed(fetchManagerFlag)

const DEVICE = 'rooftree.device'

/**
 * Returns the secret that this browser creates once and stores. It shows that the person has signed in here
 * before, so that they need not wait while others guess at their password.
 */
export function deviceSecret(): string {
  const storedDevice = globalThis.localStorage.getItem(DEVICE)
  if (storedDevice) return storedDevice
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  globalThis.localStorage.setItem(DEVICE, secret)
  return secret
}

/**
 * Signs in and fills the session. Throws ApiError; without an answer from the server its text is that of
 * ERR-04.
 */
export async function signIn(userName: string, password: string): Promise<void> {
  try {
    const login = await ask(
      authenticate,
      { body: { userName, password, device: deviceSecret() } },
      { quiet: true },
    )
    setSession({ ...login, userName, isAdmin: false, isManager: false })
    const profile = await ask(userProfile, {}, { quiet: true })
    const sealedBy = await storeDeviceKey(login.userId, profile.draftKey)
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

/** Ends the session (SES-13), clears the stored states of tables, and opens /Login. */
export async function signOutNow(): Promise<void> {
  if (currentSession()) await ask(signOut, {}, { quiet: true }).catch(() => undefined)
  globalThis.sessionStorage.clear()
  queryClient.clear()
  setSession(null)
  globalThis.location.hash = '#/Login'
}
