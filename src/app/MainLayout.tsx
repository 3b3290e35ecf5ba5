import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { getNavigationGroups, getSearchScreens } from '#app/navigation.ts'
import { getRoleText } from '#app/roleText.ts'
import { liveTopics } from '#app/screens.ts'
// Imported directly, because the module’s index would add all of its screens to the first bundle.
import { Banners } from '#core/correspondence/messages/web/Banners.tsx'
import { MessageBell } from '#core/correspondence/messages/web/MessageBell.tsx'
import { signOutNow } from '#core/people/accounts/web/signIn.ts'
import { ExportStores } from '#core/platform/exports/web/ExportStore.tsx'
import { SavedViews } from '#core/platform/views/web/SavedViews.tsx'
import {
  getNewRecordLabel,
  getNewRecordPath,
  getStartableKinds,
  PropertyHeader,
} from '#core/portfolio/properties/web/index.ts'
import { refreshTokens } from '#kernel/web/api.ts'
import { queryClient } from '#kernel/web/queries.ts'
import { inPropertyView, onExpiring, setPropertyView } from '#kernel/web/session.ts'
import { useIsAgency, useVisitor } from '#ui/frame/hooks.ts'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Shell } from '#ui/frame/Shell.tsx'
import { followEvents } from './events.ts'

// Loaded after the first screen, which does not need the search.
const FindAnything = lazy(() => import('#core/platform/search/web/FindAnything.tsx'))

/** The links of the user menu. */
const links = [
  { label: 'Your account', to: '/Account' },
  { label: 'My exports', to: '/Exports' },
]

/** Returns the records that a person may begin, as actions of the search box. */
const getActions = (session: ReturnType<typeof useVisitor>) =>
  (session ? getStartableKinds(session) : []).map((begunAtProperty) => ({
    label: getNewRecordLabel(begunAtProperty),
    to: getNewRecordPath(begunAtProperty.kind),
  }))

/** The frame of screens for signed-in people. A lost session leads to the sign-in and then back. */
export function MainLayout() {
  const session = useVisitor()
  const agency = useIsAgency()
  const forcedAgency = useIsAgency(true)
  const navigate = useNavigate()
  useEffect(() => {
    if (!session) {
      const path = globalThis.location.hash.slice(1)
      if (!path.toLowerCase().startsWith('/login'))
        void navigate(`/login/${encodeURIComponent(path)}`, { replace: true, state: { ended: true } })
    }
  }, [session, navigate])
  useEffect(() => followEvents(queryClient, liveTopics), [])
  const actions = useMemo(() => getActions(session), [session])
  if (!session) return <ScreenSkeleton />
  const groups = getNavigationGroups(session, agency, forcedAgency)
  const searchScreens = getSearchScreens(
    session,
    [...groups.flatMap((group) => group.items), ...links],
    agency,
  )
  const propertyView = forcedAgency
    ? { on: inPropertyView(), onToggle: () => setPropertyView(!inPropertyView()) }
    : undefined
  return (
    <Shell
      product="Rooftree"
      navigation={groups}
      search={
        <Suspense fallback={null}>
          <FindAnything screens={searchScreens} actions={actions} />
        </Suspense>
      }
      tools={<MessageBell />}
      notices={<Banners />}
      user={{
        name: session.name,
        detail: getRoleText(session),
        links,
        propertyView,
        onSignOut: () => void signOutNow(),
      }}
    >
      <SessionNotice />
      <PropertyHeader>
        <Screens />
      </PropertyHeader>
    </Shell>
  )
}

/** The screen of the address. Its lists have the saved views and the exports of the signed-in person. */
const Screens = () => (
  <SavedViews>
    <ExportStores>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </ExportStores>
  </SavedViews>
)

/**
 * A notice that the session is about to end or has ended. Typed values remain on the screen (SES-03, SES-05).
 */
function SessionNotice() {
  const [stage, setStage] = useState<'about to expire' | 'expired' | null>(null)
  useEffect(() => onExpiring(setStage), [])
  if (!stage) return null
  const extendSession = () => refreshTokens().then(() => setStage(null))
  return (
    <div role="status" className="session-notice">
      <span>
        {stage === 'expired'
          ? 'You have been away for twenty minutes. What you typed is still here.'
          : 'Your session ends in three minutes.'}
      </span>
      <button type="button" onClick={() => void extendSession().catch(() => undefined)}>
        Stay signed in
      </button>
    </div>
  )
}
