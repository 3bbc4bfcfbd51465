/** Rails with one set route, the decoration of the sign-in page and of nothing else. */
export function Tracks() {
  return (
    <svg className="si-tracks" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <path d="M0 640H1440M0 700H1440M0 760H1440M0 820H1440M1180 700l-60 60M820 760l-60 60" />
      <path className="si-lit" d="M0 640H210l60 60H470l60 60H980l60 60H1440" />
    </svg>
  );
}
