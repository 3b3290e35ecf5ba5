import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ApiError } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
// Imported past the index, which would add the entry store to the first bundle.
import { countWaiting } from '#offline/web/waitingCount.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { demonstrationAccounts } from '../model/calls.ts'
import { signIn } from './signIn.ts'

/** The status of a sign-in that must wait before the next attempt. */
const TOO_MANY = 429

/** The state of the sign-in form and its result. */
function useSignIn() {
  const { returnUrl } = useParams()
  const navigate = useNavigate()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await signIn(userName, password)
      await navigate(getSafePath(returnUrl), { replace: true })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Error Contacting Server')
      // Keep the password while the person has to wait: they try the same one again.
      if (!(error instanceof ApiError && error.status === TOO_MANY)) setPassword('')
    } finally {
      setBusy(false)
    }
  }
  return { userName, setUserName, password, setPassword, problem, busy, submit }
}

/** The sign-in screen. Afterwards it opens the address the person wanted (RTE-04), or home. */
export default function SignIn() {
  const { userName, setUserName, password, setPassword, problem, busy, submit } = useSignIn()
  const field = useRef<HTMLInputElement>(null)
  const choose = (name: string) => {
    setUserName(name)
    field.current?.focus()
  }
  return (
    <Screen title="Sign in">
      <About />
      <div className="sign-in">
        <form onSubmit={submit} className="narrow-form">
          <Notices />
          {problem && (
            <Alert color="red" role="alert" title="You are not signed in">
              {problem}
            </Alert>
          )}
          <TextInput
            label="User name"
            name="userName"
            autoComplete="username"
            required
            withAsterisk={false}
            value={userName}
            onChange={(event) => setUserName(event.currentTarget.value)}
          />
          <PasswordInput
            ref={field}
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
          <OtherWays />
        </form>
        <Suspense>
          <Demonstration onChoose={choose} />
        </Suspense>
      </div>
    </Screen>
  )
}

/** The notices above the form, if there are any. */
const Notices = () => (
  <>
    <SessionEnded />
    <UnsentWork />
  </>
)

/** Explains that the session ended, through no fault of the person. */
function SessionEnded() {
  const { state } = useLocation()
  if (!(state as { ended?: boolean } | null)?.ended) return null
  return (
    <Alert color="yellow" role="status" title="Your session has ended">
      Sign in again and you are back where you were. What you had typed into a form there is offered to you.
    </Alert>
  )
}

/** Announces unsent work on this device, without its owner or content, which only a sign-in reveals. */
function UnsentWork() {
  const [entries] = useState(countWaiting)
  if (entries === 0) return null
  return (
    <Alert color="yellow" role="status" title="Not sent yet">
      {`${entries} ${entries === 1 ? 'entry waits' : 'entries wait'} on this device, sealed. It is sent when the person who wrote it signs in.`}
    </Alert>
  )
}

/** Links below the form for people who cannot sign in. */
function OtherWays() {
  return (
    <>
      <Link to="/forgotPassword">Forgotten your password or user name?</Link>
      <Link to="/CertifiedManagementCompanyAgentList">List of certified management companies</Link>
    </>
  )
}

/** Introduces the portal to first-time visitors. */
const About = () => (
  <p className="sign-in-about">
    The housing portal in which the agency and the companies that run its affordable-housing properties handle
    compliance, finances and reporting together: reserve requests, statements, budgets, rents, occupancy and
    contacts.
  </p>
)

/** Lists the demonstration accounts if the demonstration is loaded. A click enters the user name. */
function Demonstration({ onChoose }: { onChoose: (userName: string) => void }) {
  const accounts = useCall(demonstrationAccounts, {})
  if (accounts.length === 0) return null
  return (
    <section className="sign-in-demonstration" aria-labelledby="demonstration">
      <h2 id="demonstration">Demonstration accounts</h2>
      <p className="small-print">
        Choose one, then enter the password that the portal printed when it started. The portfolio is made of
        public records of Missouri properties; reserve accounts, contacts, vendors, requests and users in it
        are invented.
      </p>
      <ul>
        {accounts.map(({ userName, purpose }) => (
          <li key={userName}>
            <LinkButton onClick={() => onChoose(userName)}>{userName}</LinkButton>
            <span>{purpose}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the address only if it is a path of this app, otherwise home. */
const getSafePath = (returnUrl: string | undefined): string =>
  returnUrl?.startsWith('/') && !returnUrl.startsWith('//') ? returnUrl : '/'
