const markColour = 'var(--s3)';

/** Marks the first passage of a help page that speaks of one of these words, now or once the page is there. Returns how to stop. */
export function markPassage(page: HTMLElement, words: readonly string[]): () => void {
  const sought = words.map((word) => word.toLowerCase());
  const mark = () => {
    const passages = [...page.querySelectorAll<HTMLElement>('.prose li, .prose tr, .prose p')];
    for (const passage of passages) passage.style.background = '';
    for (const word of sought) {
      const named = passages.find((each) =>
        [...each.querySelectorAll('strong, code')].some((part) => part.textContent?.toLowerCase() === word),
      );
      const found = named ?? passages.find((each) => each.textContent?.toLowerCase().includes(word));
      if (!found) continue;
      found.style.background = markColour;
      return;
    }
  };
  mark();
  const observer = new MutationObserver((changes) => changes.some(({ type }) => type === 'childList') && mark());
  observer.observe(page, { childList: true, subtree: true });
  return () => observer.disconnect();
}
