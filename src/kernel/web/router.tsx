import { type ComponentType, Suspense } from 'react'
import {
  createHashRouter,
  type LoaderFunctionArgs,
  matchPath,
  type RouteObject,
  redirect,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router'
import { type GuardResult, guard } from './guard.ts'
import { notify } from './notices.ts'
import { ReadOnlyProvider } from './readOnly.tsx'
import { paramsFit, type ScreenDeclaration } from './screens.ts'
import { currentSession } from './session.ts'

/** The components that the app shows around screens or in place of them. */
export type Frames = {
  Public: ComponentType
  NotFound: ComponentType
  Skeleton: ComponentType
  Failed: ComponentType<{ error: unknown; retry: () => void }>
}

/** All screens, and the frame of screens that need a session. */
export type Portal = { screens: readonly ScreenDeclaration[]; Main: ComponentType }

/**
 * Creates the hash router of all screens (RTE-01…RTE-03, RTE-16). Each screen is loaded when first visited.
 * `first` are public screens that are available at once. The others are loaded with the first address that is
 * not one of these.
 */
export function makeRouter(
  first: readonly ScreenDeclaration[],
  frames: Frames,
  portal: () => Promise<Portal>,
) {
  const buildFrame = (Component: ComponentType, children: RouteObject[]): RouteObject => ({
    Component,
    HydrateFallback: frames.Skeleton,
    errorElement: <RouteFailure frames={frames} />,
    children,
  })
  const getRoutes = (screens: readonly ScreenDeclaration[]) =>
    screens.flatMap((screen) =>
      [screen.path, ...(screen.aliases ?? [])].map((path) => getRoute(screen, path, frames)),
    )
  let hasAllRoutes = false
  return createHashRouter(
    [buildFrame(frames.Public, [...getRoutes(first), { path: '*', Component: frames.NotFound }])],
    {
      patchRoutesOnNavigation: async ({ path, patch, signal }) => {
        if (hasAllRoutes || first.some((screenDeclaration) => matchPath(screenDeclaration.path, path))) return
        const { screens, Main } = await portal()
        // If the person has gone to another address, that navigation adds the routes.
        if (hasAllRoutes || signal.aborted) return
        hasAllRoutes = true
        const remaining = Object.groupBy(
          screens.filter((screen) => !first.includes(screen)),
          (screen) => screen.layout,
        )
        patch(null, [
          buildFrame(frames.Public, getRoutes(remaining.public ?? [])),
          buildFrame(Main, getRoutes(remaining.main ?? [])),
        ])
      },
    },
  )
}

const noSuchPage = Symbol('no such page')

function getRoute(declaration: ScreenDeclaration, path: string, frames: Frames): RouteObject {
  return {
    path,
    handle: { property: declaration.property },
    loader: ({ params, request }: LoaderFunctionArgs): GuardResult => {
      if (!paramsFit(declaration, params)) throw noSuchPage
      const { pathname, search } = new URL(request.url)
      const verdict = guard(currentSession(), declaration, pathname + search, params)
      if ('redirect' in verdict) {
        if (verdict.redirect === '/') notify('Your account has no access to that page.', { kind: 'warning' })
        throw redirect(verdict.redirect)
      }
      return verdict
    },
    errorElement: <RouteFailure frames={frames} />,
    lazy: async () => {
      const { default: Content } = await declaration.load()
      return {
        element: (
          <FramedScreen Content={Content} route={declaration.readOnly ?? false} Skeleton={frames.Skeleton} />
        ),
      }
    },
  }
}

/** NAV-01: a screen with its read-only state. Each address begins without override. */
function FramedScreen({
  Content,
  route,
  Skeleton,
}: {
  Content: ComponentType
  route: boolean
  Skeleton: ComponentType
}) {
  const verdict = useLoaderData<GuardResult>()
  const { pathname } = useLocation()
  return (
    <ReadOnlyProvider key={pathname} route={route} global={'readOnly' in verdict && verdict.readOnly}>
      <Suspense fallback={<Skeleton />}>
        <Content />
      </Suspense>
    </ReadOnlyProvider>
  )
}

/** Shows that a page does not exist or failed. */
function RouteFailure({ frames }: { frames: Frames }) {
  const error = useRouteError()
  if (error === noSuchPage || (error as { status?: number } | null)?.status === 404)
    return <frames.NotFound />
  return <frames.Failed error={error} retry={() => globalThis.location.reload()} />
}
