// Everybody who opens a page has saves of their own: by the name that they gave, or by one for this browser. The name is
// in the address, so that a page that is loaded again brings the same game back.
const KEPT = "conquistadors-reader";

function kept() {
  try {
    const found = localStorage.getItem(KEPT) || `guest-${Math.random().toString(36).slice(2, 10)}${Date.now().toString(36)}`;
    localStorage.setItem(KEPT, found);
    return found;
  } catch {
    return "";
  }
}

function named(address) {
  const url = new URL(address, location.href);
  const reader = kept();
  if (reader && !url.searchParams.get("reader")) url.searchParams.set("reader", reader);
  return url.href;
}
