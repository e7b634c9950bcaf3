// HTML-only parts have no code in the browser's bundle, so nothing else would include their styles.
// They are in one file that all pages share and the browser caches.
import '../../ui/button.module.css';
import '../parts/ad-slot.module.css';
import '../blog/article-cards.module.css';
import '../blog/article-page.module.css';
import '../blog/blog-list.module.css';
import '../parts/breadcrumbs.module.css';
import '../parts/copy-diagnostics.module.css';
import '../parts/picture-strip.module.css';
import '../shell/footer.module.css';
import '../shell/header.module.css';
import '../shell/header-menus.module.css';
import '../landing/home-sections.module.css';
import '../shell/language-offer.module.css';
import '../shell/layout.module.css';
import '../landing/page-copy.module.css';
import '../landing/page-facts.module.css';
import '../shell/page-frame.module.css';
import '../landing/pricing-plans.module.css';
import '../parts/prose.module.css';
import '../parts/questions.module.css';
import '../shell/ribbon.module.css';
import '../text/sitemap-links.module.css';
import '../text/text-page.module.css';
import '../landing/tool-cards.module.css';
import '../landing/tool-intro.module.css';
import '../landing/trust-badges.module.css';
